"""Who somebody is: guests, sessions, accounts and passwords."""
