from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_user_sessions")]

    operations = [
        migrations.AddField(
            model_name="member",
            name="joined",
            field=models.DateField(null=True),
        ),
    ]
