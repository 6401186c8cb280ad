"""The wedstrijdformulier as a PDF."""
