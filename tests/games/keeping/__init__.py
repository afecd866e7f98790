"""The turn solver of Heckmeck and Barbecue, against a second one that knows none of its tricks."""
