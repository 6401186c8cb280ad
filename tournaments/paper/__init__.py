"""What a club prints, as PDF: `evening` what lies in the hall on a night, `pack` its forms, `standings` what nights
and seasons came to, `rules` a reglement.
"""
