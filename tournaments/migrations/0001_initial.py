import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tournaments.models.club
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('scoring', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ErasedMark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=32, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Machine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=32, unique=True)),
                ('name', models.CharField(max_length=100)),
                ('seen', models.DateTimeField()),
                ('version', models.CharField(blank=True, max_length=30)),
                ('free', models.BigIntegerField(default=0)),
                ('last_back_up', models.DateTimeField(null=True)),
            ],
            options={
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('state', models.CharField(choices=[('planned', 'planned'), ('sign-up', 'signing up'), ('check-in', 'checking in'), ('playing', 'playing'), ('closing', 'closing'), ('closed', 'closed'), ('off', 'called off')], default='planned', max_length=8)),
                ('starts', models.TimeField(null=True)),
                ('venue', models.CharField(blank=True, max_length=80)),
                ('minutes', models.PositiveSmallIntegerField(null=True)),
                ('games', models.PositiveSmallIntegerField(null=True)),
                ('next_seed', models.CharField(blank=True, max_length=32)),
                ('sizes', models.CharField(blank=True, choices=[('', 'as the season'), ('3-4', 'four, or three'), ('4-5', 'five, or four'), ('5-6', 'six, or five')], max_length=3)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('member_fee', models.PositiveIntegerField(null=True)),
                ('guest_fee', models.PositiveIntegerField(null=True)),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('link_version', models.PositiveIntegerField(default=1)),
            ],
            options={
                'ordering': ['day', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Site',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(blank=True, max_length=32)),
                ('purged', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('login', models.CharField(max_length=150, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9][a-z0-9@._+-]*\\Z', 'Use small letters, digits and @ . _ + - only; an e-mail address is fine.')], verbose_name='login name')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail address')),
                ('session_version', models.PositiveIntegerField(default=1)),
                ('is_site_admin', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('login', django.db.models.functions.text.Lower('login'))), name='user_login_small'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='user_has_name'), models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='user_email_small')],
            },
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True, verbose_name='name')),
                ('slug', models.SlugField(max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[a-z0-9]+(-[a-z0-9]+)*\\Z', 'Use small letters, digits and - only.'), tournaments.models.club.is_free_word], verbose_name='short address')),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('starts', models.TimeField(blank=True, null=True)),
                ('venue', models.CharField(blank=True, max_length=80)),
                ('visible_to', models.CharField(choices=[('members', 'members only'), ('link', 'whoever has the link'), ('open', 'everybody')], default='members', max_length=7)),
                ('indexed', models.BooleanField(default=False)),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('link_version', models.PositiveIntegerField(default=1)),
                ('framed_by', models.CharField(blank=True, max_length=600)),
                ('asks_second_step', models.DateTimeField(blank=True, null=True)),
                ('results_version', models.CharField(default=tournaments.models.club.new_results_version, editable=False, max_length=32)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='club_has_name'), models.CheckConstraint(condition=models.Q(('slug__regex', '^[a-z0-9]+(-[a-z0-9]+)*$')), name='club_slug_simple'), models.CheckConstraint(condition=models.Q(('indexed', False), ('visible_to', 'open'), _connector='OR'), name='club_found_when_open'), models.CheckConstraint(condition=models.Q(('visible_to__in', ['members', 'link', 'open'])), name='club_visible_to')],
            },
        ),
        migrations.CreateModel(
            name='CodeApp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('last_step', models.BigIntegerField(default=0)),
                ('delay', models.IntegerField(default=8)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='code_app', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='EmailConfirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('email', models.EmailField(max_length=254)),
                ('expires', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='confirmation', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('helper', 'helper'), ('member', 'member')], max_length=10)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('mailed', models.DateTimeField(null=True)),
                ('expires', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.club')),
            ],
            options={
                'ordering': ['expires', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['owner', 'organiser', 'helper', 'member'])), name='invitation_kind')],
            },
        ),
        migrations.CreateModel(
            name='LoginAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.CharField(max_length=32)),
                ('address', models.CharField(blank=True, max_length=32)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('last', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['last'], name='loginattempt_last')],
                'constraints': [models.UniqueConstraint(fields=('account', 'address'), name='loginattempt_once')],
            },
        ),
        migrations.CreateModel(
            name='LogInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('expires', models.DateTimeField()),
                ('then', models.CharField(blank=True, max_length=500)),
                ('asked_with', models.CharField(blank=True, max_length=60)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='issued_links', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='issued_links', to='tournaments.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log_in_links', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['expires', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('email', '')), fields=('user',), name='log_in_link_handed_over_once'), models.CheckConstraint(condition=models.Q(('email', ''), models.Q(('by', None), ('club', None)), _connector='OR'), name='log_in_link_mailed_by_nobody')],
            },
        ),
        migrations.CreateModel(
            name='Logo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('image', models.BinaryField()),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='logo', to='tournaments.club')),
            ],
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('link_version', models.PositiveIntegerField(default=1)),
                ('first', models.CharField(max_length=60)),
                ('particle', models.CharField(blank=True, max_length=60)),
                ('family', models.CharField(blank=True, max_length=60)),
                ('nickname', models.CharField(blank=True, max_length=60)),
                ('number', models.CharField(blank=True, max_length=20)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('phone', models.CharField(blank=True, max_length=30)),
                ('letters', models.CharField(blank=True, max_length=10)),
                ('joined', models.DateField(null=True)),
                ('guest', models.BooleanField(default=False)),
                ('archived', models.DateTimeField(null=True)),
                ('writes', models.CharField(choices=[('yes', 'gladly'), ('any', 'when asked'), ('no', 'rather not')], default='any', max_length=3)),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('household', models.CharField(blank=True, max_length=60)),
                ('shown', models.CharField(choices=[('full', 'full name'), ('first', 'first name'), ('nickname', 'nickname'), ('not', 'no name at all')], default='full', max_length=8)),
                ('sort_key', models.BinaryField()),
                ('search_text', models.TextField(editable=False)),
                ('erasure_asked', models.DateTimeField(null=True)),
                ('erased', models.DateTimeField(null=True)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='members', to='tournaments.club')),
                ('merged_into', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='doubles', to='tournaments.member')),
            ],
            options={
                'ordering': ['sort_key', 'pk'],
                'indexes': [models.Index(fields=['club', 'sort_key', 'id'], name='member_order')],
                'constraints': [models.CheckConstraint(condition=models.Q(('first', ''), _negated=True), name='member_has_name'), models.CheckConstraint(condition=models.Q(('sort_key', b''), _negated=True), name='member_has_order'), models.UniqueConstraint(condition=models.Q(('number', ''), _negated=True), fields=('club', 'number'), name='member_number_once'), models.CheckConstraint(condition=models.Q(('table__gte', 1), ('table__lte', 200)), name='member_table'), models.CheckConstraint(condition=models.Q(('merged_into', models.F('id')), _negated=True), name='member_not_in_itself'), models.CheckConstraint(condition=models.Q(('writes__in', ['yes', 'any', 'no'])), name='member_writes'), models.CheckConstraint(condition=models.Q(('shown__in', ['full', 'first', 'nickname', 'not'])), name='member_shown')],
            },
        ),
        migrations.CreateModel(
            name='MemberImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='member_imports', to='tournaments.club')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='ImportedMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('added', models.BooleanField()),
                ('before', models.JSONField(default=dict)),
                ('digest', models.CharField(max_length=32)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='tournaments.member')),
                ('member_import', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='people', to='tournaments.memberimport')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('member_import', 'member'), name='imported_member_once')],
            },
        ),
        migrations.CreateModel(
            name='ImportedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.DecimalField(decimal_places=2, max_digits=9)),
                ('dashes', models.PositiveSmallIntegerField(null=True)),
                ('rounds', models.PositiveSmallIntegerField(default=1)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imported_results', to='tournaments.member')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported_results', to='tournaments.night')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('rounds__gte', 1)), name='importedresult_rounds'), models.UniqueConstraint(fields=('night', 'member'), name='importedresult_once')],
            },
        ),
        migrations.CreateModel(
            name='DrawRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('record', models.JSONField()),
                ('people', models.JSONField()),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('taken_back', models.DateTimeField(null=True)),
                ('kept', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draw_records', to='tournaments.night')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kept', None), ('taken_back', None)), models.Q(('reason', ''), _negated=True), _connector='OR'), name='drawrecord_reason')],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(blank=True, choices=[('', 'nothing yet'), ('on', 'I come'), ('off', "I don't come")], max_length=3)),
                ('present', models.BooleanField(default=False)),
                ('paid', models.BooleanField(default=False)),
                ('amount', models.PositiveIntegerField(default=0)),
                ('settled', models.BooleanField(default=False)),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attendances', to='tournaments.member')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='tournaments.night')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('night', 'member'), name='attendance_once'), models.CheckConstraint(condition=models.Q(('said__in', ['', 'on', 'off'])), name='attendance_said')],
            },
        ),
        migrations.CreateModel(
            name='NightLogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sequence', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('state', 'State'), ('said', 'Said'), ('present', 'Present'), ('paid', 'Paid'), ('fees', 'Fees'), ('drawn', 'Drawn'), ('taken back', 'Taken Back'), ('closed', 'Closed'), ('reopened', 'Reopened'), ('cut', 'Cut'), ('link', 'Link'), ('moved', 'Moved'), ('arranged', 'Arranged'), ('begun', 'Begun'), ('came', 'Came'), ('left', 'Left'), ('replaced', 'Replaced'), ('swapped', 'Swapped'), ('scribe', 'Scribe'), ('void', 'Void'), ('split', 'Split'), ('joined', 'Joined'), ('undone', 'Undone'), ('substitute', 'Substitute')], max_length=10)),
                ('body', models.JSONField()),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log_entries', to='tournaments.night')),
            ],
            options={
                'ordering': ['sequence'],
                'indexes': [models.Index(condition=models.Q(('kind', 'closed')), fields=['time'], name='night_log_closed')],
                'constraints': [models.UniqueConstraint(fields=('night', 'sequence'), name='nightlogentry_once'), models.CheckConstraint(condition=models.Q(('sequence__gte', 1)), name='nightlogentry_from_1'), models.CheckConstraint(condition=models.Q(('kind__in', ['state', 'said', 'present', 'paid', 'fees', 'drawn', 'taken back', 'closed', 'reopened', 'cut', 'link', 'moved', 'arranged', 'begun', 'came', 'left', 'replaced', 'swapped', 'scribe', 'void', 'split', 'joined', 'undone', 'substitute'])), name='nightlogentry_kind')],
            },
        ),
        migrations.CreateModel(
            name='Pair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('apart', 'kept apart'), ('together', 'kept together')], max_length=8)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs_as_first', to='tournaments.member')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs_as_second', to='tournaments.member')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('first', 'second'), name='pair_once'), models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='pair_in_order'), models.CheckConstraint(condition=models.Q(('kind__in', ['apart', 'together'])), name='pair_kind')],
            },
        ),
        migrations.CreateModel(
            name='PaperCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('salt', models.CharField(max_length=32)),
                ('hashed', models.CharField(max_length=64)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paper_codes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'hashed'), name='paper_code_once')],
            },
        ),
        migrations.CreateModel(
            name='Passkey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('host', models.CharField(max_length=253)),
                ('credential', models.CharField(max_length=1400, unique=True)),
                ('public_key', models.BinaryField()),
                ('count', models.PositiveBigIntegerField(default=0)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('used', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='passkeys', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['created', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='QueuedMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(choices=[('log in', 'Log In'), ('confirm', 'Confirm'), ('moved', 'Moved'), ('invited', 'Invited'), ('result', 'Result'), ('guessed', 'Guessed'), ('changed', 'Changed')], max_length=10)),
                ('to', models.EmailField(blank=True, max_length=254)),
                ('language', models.CharField(max_length=10)),
                ('due', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('gave_up', models.DateTimeField(null=True)),
                ('why', models.CharField(blank=True, choices=[('away', 'Away'), ('unknown', 'Unknown'), ('address', 'Address'), ('refused', 'Refused'), ('late', 'Late')], max_length=10)),
                ('confirmation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='tournaments.emailconfirmation')),
                ('invitation', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mails', to='tournaments.invitation')),
                ('link', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='tournaments.loginlink')),
                ('member', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mails', to='tournaments.member')),
                ('night', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mails', to='tournaments.night')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='queued_mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['due'], name='queuedmail_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('kind', 'result'), ('member__isnull', False), ('night__isnull', False), ('user', None)), models.Q(models.Q(('kind', 'result'), _negated=True), ('member', None), ('night', None), ('user__isnull', False)), _connector='OR'), name='queuedmail_for_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('gave_up', None), models.Q(('to', ''), _negated=True), ('why', '')), models.Q(('gave_up__isnull', False), ('to', ''), models.Q(('why', ''), _negated=True)), _connector='OR'), name='queuedmail_given_up_is_nobodys'), models.CheckConstraint(condition=models.Q(('kind__in', ['log in', 'confirm', 'moved', 'invited', 'result', 'guessed', 'changed'])), name='queuedmail_kind')],
            },
        ),
        migrations.CreateModel(
            name='Reglement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('game', models.CharField(editable=False, max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('approval', models.CharField(choices=[('one', 'One'), ('all', 'All')], default='one', max_length=3)),
                ('archived', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reglementen', to='tournaments.club')),
            ],
            options={
                'ordering': ['name', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='reglement_name_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='reglement_has_name'), models.CheckConstraint(condition=models.Q(('game', ''), _negated=True), name='reglement_has_game'), models.CheckConstraint(condition=models.Q(('approval__in', ['one', 'all'])), name='reglement_approval')],
            },
        ),
        migrations.CreateModel(
            name='ReservedSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reserved_seats', to='tournaments.member')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reserved_seats', to='tournaments.night')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('night', 'member'), name='reservedseat_once'), models.UniqueConstraint(fields=('night', 'table', 'seat'), name='reservedseat_one_a_seat'), models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('table__gte', 1)), name='reservedseat_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Role',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('helper', 'helper'), ('member', 'member')], max_length=10)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournaments.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'club'), name='role_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['owner', 'organiser', 'helper', 'member'])), name='role_kind')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('began', models.DateTimeField(null=True)),
                ('draw_record', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='tournaments.drawrecord')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.night')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('night', 'number'), name='round_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='round_from_1')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('first', models.DateField()),
                ('last', models.DateField()),
                ('rounds', models.PositiveSmallIntegerField()),
                ('by_couple', models.BooleanField(default=False)),
                ('sizes', models.CharField(choices=[('3-4', 'four, or three'), ('4-5', 'five, or four'), ('5-6', 'six, or five')], default='3-4', max_length=3)),
                ('five', models.CharField(choices=[('split', 'a table of three and one of two'), ('sit-out', 'one table of four; one sits out in turn')], default='split', max_length=7)),
                ('counting', models.CharField(choices=[('sum', 'all nights added up'), ('average', 'average of a night'), ('best', 'the best nights only'), ('bestavg', 'average of the best nights only'), ('drop', 'all but the worst nights'), ('places', 'points for the place at each table')], default='sum', max_length=7)),
                ('counted', models.PositiveSmallIntegerField(null=True)),
                ('place_points', models.JSONField(default=list)),
                ('bonus', models.PositiveSmallIntegerField(default=0)),
                ('signed_off', models.CharField(choices=[('skip', 'nothing: the night is not counted'), ('fixed', 'a fixed number of points'), ('worst', 'the worst score of that night'), ('own', "the player's own average")], max_length=5)),
                ('signed_off_points', models.SmallIntegerField(null=True)),
                ('no_show', models.CharField(choices=[('skip', 'nothing: the night is not counted'), ('fixed', 'a fixed number of points'), ('worst', 'the worst score of that night'), ('own', "the player's own average")], max_length=5)),
                ('no_show_points', models.SmallIntegerField(null=True)),
                ('missed_round', models.SmallIntegerField(null=True)),
                ('sit_out', models.SmallIntegerField(null=True)),
                ('sit_out_pits', models.PositiveSmallIntegerField(default=0)),
                ('before_joining', models.CharField(choices=[('absent', 'as nights missed'), ('skip', 'not at all')], max_length=6)),
                ('least_nights', models.PositiveSmallIntegerField(default=0)),
                ('tie_break', models.CharField(choices=[('shared', 'they share the place'), ('dashes', 'most dashes first'), ('round', 'best round first'), ('pit', 'most pits first'), ('roem', 'most roem first'), ('best_game', 'the smaller worst game first; where the highest wins, the greater best game'), ('last_game', 'best last game first'), ('nat', 'least often nat first')], default='shared', max_length=9)),
                ('guests_ranked', models.BooleanField(default=False)),
                ('for_member', models.BooleanField(default=False)),
                ('running_hidden', models.BooleanField(default=False)),
                ('fill_ins', models.BooleanField(default=False)),
                ('divisions', models.PositiveSmallIntegerField(default=1)),
                ('moving', models.PositiveSmallIntegerField(default=0)),
                ('member_fee', models.PositiveIntegerField(default=0)),
                ('guest_fee', models.PositiveIntegerField(default=0)),
                ('minutes', models.PositiveSmallIntegerField(default=0)),
                ('night_prizes', models.JSONField(default=list)),
                ('season_prizes', models.JSONField(default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='tournaments.club')),
                ('reglement', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='tournaments.reglement')),
            ],
            options={
                'ordering': ['-first', '-pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'name'), name='season_name_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_name'), models.CheckConstraint(condition=models.Q(('first__lte', models.F('last'))), name='season_in_order'), models.CheckConstraint(condition=models.Q(('rounds__gte', 1), ('rounds__lte', 10)), name='season_rounds'), models.CheckConstraint(condition=models.Q(models.Q(('counted', None), ('counting__in', ['sum', 'average', 'places'])), models.Q(('counted__gte', 1), ('counted__isnull', False), ('counting__in', ['best', 'bestavg', 'drop'])), _connector='OR'), name='season_counting'), models.CheckConstraint(condition=models.Q(models.Q(('signed_off__in', ['skip', 'worst']), ('signed_off_points', None)), models.Q(('signed_off', 'fixed'), ('signed_off_points__isnull', False)), ('signed_off', 'own'), _connector='OR'), name='season_signed_off'), models.CheckConstraint(condition=models.Q(models.Q(('no_show__in', ['skip', 'worst']), ('no_show_points', None)), models.Q(('no_show', 'fixed'), ('no_show_points__isnull', False)), ('no_show', 'own'), _connector='OR'), name='season_no_show'), models.CheckConstraint(condition=models.Q(models.Q(('divisions', 1), ('moving', 0)), models.Q(('divisions__gte', 2), ('divisions__lte', 9)), _connector='OR'), name='season_divisions'), models.CheckConstraint(condition=models.Q(('before_joining__in', ['absent', 'skip'])), name='season_before_joining'), models.CheckConstraint(condition=models.Q(('tie_break__in', ['shared', 'dashes', 'round', 'pit', 'roem', 'best_game', 'last_game', 'nat'])), name='season_tie_break'), models.CheckConstraint(condition=models.Q(('sizes__in', ['3-4', '4-5', '5-6'])), name='season_sizes'), models.CheckConstraint(condition=models.Q(('five__in', ['split', 'sit-out'])), name='season_five')],
            },
        ),
        migrations.AddField(
            model_name='night',
            name='season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='nights', to='tournaments.season'),
        ),
        migrations.CreateModel(
            name='ImportDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=100)),
                ('worksheet', models.CharField(blank=True, max_length=60)),
                ('read', models.JSONField(default=list)),
                ('unread', models.JSONField(default=list)),
                ('remarks', models.JSONField(default=list)),
                ('rows', models.JSONField()),
                ('results', models.JSONField(default=list)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='import_drafts', to='tournaments.club')),
                ('season', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='import_drafts', to='tournaments.season')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='DivisionMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.PositiveSmallIntegerField()),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='tournaments.member')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='division_members', to='tournaments.season')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('season', 'member'), name='divisionmember_once'), models.CheckConstraint(condition=models.Q(('division__gte', 1), ('division__lte', 9)), name='divisionmember_division')],
            },
        ),
        migrations.CreateModel(
            name='Couple',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='couples_as_first', to='tournaments.member')),
                ('second', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='couples_as_second', to='tournaments.member')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='couples', to='tournaments.season')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('season', 'first'), name='couple_first_once'), models.UniqueConstraint(fields=('season', 'second'), name='couple_second_once'), models.CheckConstraint(condition=models.Q(('first', models.F('second')), _negated=True), name='couple_of_two')],
            },
        ),
        migrations.CreateModel(
            name='Substitute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('couple', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='tournaments.couple')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='substitutions', to='tournaments.member')),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='substitutes', to='tournaments.night')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('night', 'couple'), name='substitute_of_one'), models.UniqueConstraint(fields=('night', 'member'), name='substitute_once')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.round')),
                ('sheet', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='table', to='scoring.sheet')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='table_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_from_1')],
            },
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.PositiveSmallIntegerField(default=1)),
                ('until', models.PositiveSmallIntegerField(null=True)),
                ('fill_in', models.BooleanField(default=False)),
                ('couple', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.couple')),
                ('member', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournaments.member')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.round')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sat_on', to='scoring.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournaments.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('until', None)), fields=('round', 'member'), name='tableseat_once_a_round'), models.UniqueConstraint(condition=models.Q(('until', None)), fields=('seat',), name='tableseat_one_a_seat'), models.UniqueConstraint(fields=('seat', 'since'), name='tableseat_once_a_game'), models.CheckConstraint(condition=models.Q(('since__gte', 1), models.Q(('until', None), ('until__gte', models.F('since')), _connector='OR')), name='tableseat_in_order')],
            },
        ),
        migrations.CreateModel(
            name='TieRuling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.PositiveSmallIntegerField(null=True)),
                ('what', models.CharField(choices=[('prizes', 'Prizes'), ('up', 'Who goes up'), ('down', 'Who goes down')], max_length=6)),
                ('players', models.JSONField()),
                ('how', models.CharField(choices=[('share', 'they share it'), ('play-off', 'by a play-off'), ('lot', 'by lot'), ('hand', 'by the organiser')], max_length=8)),
                ('order', models.JSONField()),
                ('seed', models.CharField(blank=True, max_length=32)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('undone', models.DateTimeField(null=True)),
                ('undone_by', models.CharField(blank=True, max_length=40)),
                ('night', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='tie_rulings', to='tournaments.night')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tie_rulings', to='tournaments.season')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('how', 'share'), ('seed', ''), ('what', 'prizes')), models.Q(('how', 'lot'), models.Q(('seed', ''), _negated=True)), models.Q(('how', 'play-off'), ('seed', '')), models.Q(('how', 'hand'), ('seed', ''), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='tieruling_how'), models.CheckConstraint(condition=models.Q(('what__in', ['prizes', 'up', 'down'])), name='tieruling_what')],
            },
        ),
        migrations.CreateModel(
            name='UserSession',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('used', models.DateField(default=django.utils.timezone.localdate)),
                ('user', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='AccessLogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('invited', 'Invited'), ('joined', 'Joined'), ('handed', 'Handed'), ('used', 'Used'), ('withdrawn', 'Withdrawn'), ('step on', 'Step On'), ('step off', 'Step Off'), ('paper', 'Paper'), ('reset', 'Reset'), ('asked', 'Asked'), ('not asked', 'Not Asked')], max_length=10)),
                ('part', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('helper', 'helper'), ('member', 'member')], max_length=10)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='access_log', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='access_log', to='tournaments.club')),
            ],
            options={
                'ordering': ['-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['invited', 'joined', 'handed', 'used', 'withdrawn', 'step on', 'step off', 'paper', 'reset', 'asked', 'not asked'])), name='accesslogentry_kind'), models.CheckConstraint(condition=models.Q(('part__in', ['owner', 'organiser', 'helper', 'member'])), name='accesslogentry_part')],
            },
        ),
        migrations.CreateModel(
            name='ClubLogEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('visibility', 'Visibility'), ('link', 'Link'), ('website', 'Website')], max_length=10)),
                ('body', models.JSONField()),
                ('actor', models.CharField(blank=True, max_length=40)),
                ('time', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='log_entries', to='tournaments.club')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['visibility', 'link', 'website'])), name='clublogentry_kind')],
            },
        ),
        migrations.AddIndex(
            model_name='night',
            index=models.Index(condition=models.Q(('state__in', ['check-in', 'playing', 'closing'])), fields=['season'], name='night_going_on'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'off'), _negated=True), fields=('season', 'day'), name='night_once_a_day'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'closed'), models.Q(('digest', ''), _negated=True)), models.Q(models.Q(('state', 'closed'), _negated=True), ('digest', '')), _connector='OR'), name='night_closed_has_digest'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['planned', 'sign-up', 'check-in', 'playing', 'closing', 'closed', 'off'])), name='night_state'),
        ),
        migrations.AddConstraint(
            model_name='night',
            constraint=models.CheckConstraint(condition=models.Q(('sizes__in', ['', '3-4', '4-5', '5-6'])), name='night_sizes'),
        ),
    ]
