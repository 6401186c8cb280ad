"""What a club prints, as PDF: `evening` what lies in the hall on a night, `standings` what nights
and seasons came to, `rules` a reglement.
"""
