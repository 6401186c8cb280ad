"""The wedstrijdformulier (score form) as a PDF: its content, its layout, and how it is drawn."""
