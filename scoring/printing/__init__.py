"""The wedstrijdformulier as a PDF: what it says, its layout, and how it is drawn."""
