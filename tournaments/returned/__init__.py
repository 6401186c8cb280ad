"""What a night's workbook that comes back says otherwise. Writes nothing."""
