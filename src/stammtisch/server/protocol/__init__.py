"""Every message between clients and the server, as strict models. No behaviour."""
