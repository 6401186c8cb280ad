CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL);

INSERT INTO "django_migrations" VALUES(1,'sessions','0001_initial','');

INSERT INTO "django_migrations" VALUES(2,'scoring','0001_initial','');

INSERT INTO "django_migrations" VALUES(3,'tournaments','0001_initial','');

INSERT INTO "django_migrations" VALUES(4,'contenttypes','0001_initial','');

INSERT INTO "django_migrations" VALUES(5,'admin','0001_initial','');

INSERT INTO "django_migrations" VALUES(6,'admin','0002_logentry_remove_auto_add','');

INSERT INTO "django_migrations" VALUES(7,'admin','0003_logentry_add_action_flag_choices','');

INSERT INTO "django_migrations" VALUES(8,'contenttypes','0002_remove_content_type_name','');

INSERT INTO "django_migrations" VALUES(9,'auth','0001_initial','');

INSERT INTO "django_migrations" VALUES(10,'auth','0002_alter_permission_name_max_length','');

INSERT INTO "django_migrations" VALUES(11,'auth','0003_alter_user_email_max_length','');

INSERT INTO "django_migrations" VALUES(12,'auth','0004_alter_user_username_opts','');

INSERT INTO "django_migrations" VALUES(13,'auth','0005_alter_user_last_login_null','');

INSERT INTO "django_migrations" VALUES(14,'auth','0006_require_contenttypes_0002','');

INSERT INTO "django_migrations" VALUES(15,'auth','0007_alter_validators_add_error_messages','');

INSERT INTO "django_migrations" VALUES(16,'auth','0008_alter_user_username_max_length','');

INSERT INTO "django_migrations" VALUES(17,'auth','0009_alter_user_last_name_max_length','');

INSERT INTO "django_migrations" VALUES(18,'auth','0010_alter_group_name_max_length','');

INSERT INTO "django_migrations" VALUES(19,'auth','0011_update_proxy_permissions','');

INSERT INTO "django_migrations" VALUES(20,'auth','0012_alter_user_first_name_max_length','');

INSERT INTO "django_migrations" VALUES(21,'tournaments','0002_fill_ins','');

INSERT INTO "django_migrations" VALUES(22,'tournaments','0003_night_moves','');

INSERT INTO "django_migrations" VALUES(23,'tournaments','0004_contribution','');

INSERT INTO "django_migrations" VALUES(24,'tournaments','0005_sizes_and_households','');

INSERT INTO "django_migrations" VALUES(25,'tournaments','0006_member_imports','');

INSERT INTO "django_migrations" VALUES(26,'tournaments','0007_time_and_clock','');

INSERT INTO "django_migrations" VALUES(27,'tournaments','0008_websites','');

INSERT INTO "django_migrations" VALUES(28,'tournaments','0009_letters','');

INSERT INTO "django_migrations" VALUES(29,'tournaments','0010_log_in_link_then','');

INSERT INTO "django_migrations" VALUES(30,'tournaments','0012_couples','');

INSERT INTO "django_migrations" VALUES(31,'tournaments','0015_best_average_and_pits','');

INSERT INTO "django_migrations" VALUES(32,'tournaments','0016_second_step','');

INSERT INTO "django_migrations" VALUES(33,'tournaments','0018_log_in_requests','');

CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "session_data" text NOT NULL, "expire_date" datetime NOT NULL);

CREATE INDEX "django_session_expire_date_a5c62663" ON "django_session" ("expire_date");

CREATE TABLE "scoring_erasure" ("sheet" bigint unsigned NOT NULL PRIMARY KEY CHECK ("sheet" >= 0), "time" datetime NOT NULL);

CREATE TABLE "scoring_sheet" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "game" varchar(40) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "game_version" smallint unsigned NOT NULL CHECK ("game_version" >= 0), "games" smallint unsigned NULL CHECK ("games" >= 0), "round" smallint unsigned NULL CHECK ("round" >= 0), "starter" bigint unsigned NULL CHECK ("starter" >= 0), "approval" varchar(3) NOT NULL, "closed" bool NOT NULL, "link_version" integer unsigned NOT NULL CHECK ("link_version" >= 0), "loose" bool NOT NULL, "arranged" bool NOT NULL, "origin" varchar(32) NOT NULL, "created" datetime NOT NULL, CONSTRAINT "sheet_has_game" CHECK (NOT ("game" = '')), CONSTRAINT "sheet_version_from_1" CHECK ("game_version" >= 1), CONSTRAINT "sheet_round_from_1" CHECK (("round" IS NULL OR "round" >= 1)), CONSTRAINT "sheet_approval" CHECK ("approval" IN ('one', 'all')));

CREATE TABLE "scoring_note" ("id" char(32) NOT NULL PRIMARY KEY, "text" varchar(200) NOT NULL, "signed" varchar(60) NOT NULL, "sheet_id" bigint NOT NULL REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE "scoring_seat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "position" smallint unsigned NOT NULL CHECK ("position" >= 0), "name" varchar(60) NOT NULL, "is_scribe" bool NOT NULL, "total" integer NOT NULL, "away" text NOT NULL CHECK ((JSON_VALID("away") OR "away" IS NULL)), "first_id" bigint unsigned NULL CHECK ("first_id" >= 0), "sheet_id" bigint NOT NULL REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "seat_once" UNIQUE ("sheet_id", "position"), CONSTRAINT "seat_other_name" UNIQUE ("sheet_id", "name"), CONSTRAINT "seat_from_1" CHECK ("position" >= 1), CONSTRAINT "seat_has_name" CHECK (NOT ("name" = '')));

CREATE TABLE "scoring_row" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "data" text NOT NULL CHECK ((JSON_VALID("data") OR "data" IS NULL)), "revision" integer unsigned NOT NULL CHECK ("revision" >= 0), "sheet_id" bigint NOT NULL REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "row_once" UNIQUE ("sheet_id", "number"), CONSTRAINT "row_from_0" CHECK ("number" >= 0));

CREATE TABLE "scoring_formername" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sequence" integer unsigned NOT NULL CHECK ("sequence" >= 0), "seat" bigint unsigned NOT NULL CHECK ("seat" >= 0), "name" varchar(60) NOT NULL, "sheet_id" bigint NOT NULL REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "formername_once" UNIQUE ("sheet_id", "sequence"), CONSTRAINT "formername_has_name" CHECK (NOT ("name" = '')));

CREATE TABLE "scoring_event" ("id" char(32) NOT NULL PRIMARY KEY, "sequence" integer unsigned NOT NULL CHECK ("sequence" >= 0), "kind" varchar(10) NOT NULL, "actor" varchar(40) NOT NULL, "device" varchar(40) NOT NULL, "time" datetime NOT NULL, "body" text NOT NULL, "digest" varchar(64) NOT NULL, "sheet_id" bigint NOT NULL REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "event_once" UNIQUE ("sheet_id", "sequence"), CONSTRAINT "event_from_1" CHECK ("sequence" >= 1), CONSTRAINT "event_short_actor" CHECK (LENGTH("actor") <= 40), CONSTRAINT "event_short_device" CHECK (LENGTH("device") <= 40), CONSTRAINT "event_kind" CHECK ("kind" IN ('opened', 'entered', 'set aside', 'chosen', 'approved', 'games', 'penalized', 'withdrawn', 'scribe', 'closed', 'reopened', 'left', 'added', 'replaced', 'undone', 'starter')));

CREATE TRIGGER scoring_event_no_update BEFORE UPDATE ON scoring_event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END;

CREATE TRIGGER scoring_event_no_delete BEFORE DELETE ON scoring_event
    WHEN NOT EXISTS (SELECT 1 FROM scoring_erasure WHERE sheet = OLD.sheet_id)
    BEGIN SELECT RAISE(ABORT, 'the sheet of this event is not erased'); END;

CREATE INDEX "sheet_origin" ON "scoring_sheet" ("origin", "created");

CREATE INDEX "scoring_note_sheet_id_bf74dbd3" ON "scoring_note" ("sheet_id");

CREATE UNIQUE INDEX "seat_one_scribe" ON "scoring_seat" ("sheet_id") WHERE "is_scribe";

CREATE INDEX "scoring_seat_sheet_id_ddf38e43" ON "scoring_seat" ("sheet_id");

CREATE INDEX "scoring_row_sheet_id_09c5398c" ON "scoring_row" ("sheet_id");

CREATE INDEX "scoring_formername_sheet_id_84f8641d" ON "scoring_formername" ("sheet_id");

CREATE INDEX "scoring_event_sheet_id_5472ffb6" ON "scoring_event" ("sheet_id");

CREATE INDEX "event_aside" ON "scoring_event" ("sheet_id") WHERE "kind" = 'set aside';

CREATE TABLE "tournaments_clubfile" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(32) NOT NULL UNIQUE, "found" text NULL CHECK ((JSON_VALID("found") OR "found" IS NULL)), "created" datetime NOT NULL);

CREATE TABLE "tournaments_erasedmark" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "mark" varchar(32) NOT NULL UNIQUE);

CREATE TABLE "tournaments_loginattempt" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "account" varchar(32) NOT NULL, "address" varchar(32) NOT NULL, "failures" integer unsigned NOT NULL CHECK ("failures" >= 0), "last" datetime NOT NULL, CONSTRAINT "loginattempt_once" UNIQUE ("account", "address"));

CREATE TABLE "tournaments_machine" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "place" varchar(32) NOT NULL UNIQUE, "name" varchar(100) NOT NULL, "seen" datetime NOT NULL, "version" varchar(30) NOT NULL, "free" bigint NOT NULL, "last_back_up" datetime NULL);

CREATE TABLE "tournaments_site" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "key" varchar(32) NOT NULL, "purged" datetime NULL);

CREATE TABLE "tournaments_user" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "password" varchar(128) NOT NULL, "last_login" datetime NULL, "login" varchar(150) NOT NULL UNIQUE, "name" varchar(60) NOT NULL, "email" varchar(254) NOT NULL, "session_version" integer unsigned NOT NULL CHECK ("session_version" >= 0), "is_site_admin" bool NOT NULL, "is_active" bool NOT NULL, "created" datetime NOT NULL, CONSTRAINT "user_login_small" CHECK ("login" = (LOWER("login"))), CONSTRAINT "user_has_name" CHECK (NOT ("name" = '')), CONSTRAINT "user_email_small" CHECK ("email" = (LOWER("email"))));

CREATE TABLE "tournaments_clubfilepart" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" integer unsigned NOT NULL CHECK ("number" >= 0), "content" BLOB NOT NULL, "file_id" bigint NOT NULL REFERENCES "tournaments_clubfile" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "club_file_part_once" UNIQUE ("file_id", "number"));

CREATE TABLE "tournaments_emailconfirmation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "expires" datetime NOT NULL, "user_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE "tournaments_invitation" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "kind" varchar(10) NOT NULL, "name" varchar(60) NOT NULL, "email" varchar(254) NOT NULL, "mailed" datetime NULL, "expires" datetime NOT NULL, "by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "invitation_kind" CHECK ("kind" IN ('owner', 'organiser', 'helper', 'member')));

CREATE TABLE "tournaments_logo" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "image" BLOB NOT NULL, "club_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE "tournaments_reglement" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL, "game" varchar(40) NOT NULL, "options" text NOT NULL CHECK ((JSON_VALID("options") OR "options" IS NULL)), "approval" varchar(3) NOT NULL, "archived" datetime NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "reglement_name_once" UNIQUE ("club_id", "name"), CONSTRAINT "reglement_has_name" CHECK (NOT ("name" = '')), CONSTRAINT "reglement_has_game" CHECK (NOT ("game" = '')), CONSTRAINT "reglement_approval" CHECK ("approval" IN ('one', 'all')));

CREATE TABLE "tournaments_role" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(10) NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "role_once" UNIQUE ("user_id", "club_id"), CONSTRAINT "role_kind" CHECK ("kind" IN ('owner', 'organiser', 'helper', 'member')));

CREATE TABLE "tournaments_pair" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(8) NOT NULL, "first_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "second_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "pair_once" UNIQUE ("first_id", "second_id"), CONSTRAINT "pair_in_order" CHECK ("first_id" < ("second_id")), CONSTRAINT "pair_kind" CHECK ("kind" IN ('apart', 'together')));

CREATE TABLE "tournaments_divisionmember" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "division" smallint unsigned NOT NULL CHECK ("division" >= 0), "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "divisionmember_once" UNIQUE ("season_id", "member_id"), CONSTRAINT "divisionmember_division" CHECK (("division" >= 1 AND "division" <= 9)));

CREATE TABLE "tournaments_drawrecord" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "record" text NOT NULL CHECK ((JSON_VALID("record") OR "record" IS NULL)), "people" text NOT NULL CHECK ((JSON_VALID("people") OR "people" IS NULL)), "time" datetime NOT NULL, "taken_back" datetime NULL, "kept" smallint unsigned NULL CHECK ("kept" >= 0), "reason" varchar(200) NOT NULL, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "drawrecord_reason" CHECK ((("kept" IS NULL AND "taken_back" IS NULL) OR NOT ("reason" = ''))));

CREATE TABLE "tournaments_importdraft" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(100) NOT NULL, "worksheet" varchar(60) NOT NULL, "read" text NOT NULL CHECK ((JSON_VALID("read") OR "read" IS NULL)), "unread" text NOT NULL CHECK ((JSON_VALID("unread") OR "unread" IS NULL)), "remarks" text NOT NULL CHECK ((JSON_VALID("remarks") OR "remarks" IS NULL)), "rows" text NOT NULL CHECK ((JSON_VALID("rows") OR "rows" IS NULL)), "results" text NOT NULL CHECK ((JSON_VALID("results") OR "results" IS NULL)), "created" datetime NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE "tournaments_importedresult" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "points" decimal NOT NULL, "dashes" smallint unsigned NULL CHECK ("dashes" >= 0), "rounds" smallint unsigned NOT NULL CHECK ("rounds" >= 0), "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "importedresult_rounds" CHECK ("rounds" >= 1), CONSTRAINT "importedresult_once" UNIQUE ("night_id", "member_id"));

CREATE TABLE "tournaments_reservedseat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "table" smallint unsigned NOT NULL CHECK ("table" >= 0), "seat" smallint unsigned NOT NULL CHECK ("seat" >= 0), "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "reservedseat_once" UNIQUE ("night_id", "member_id"), CONSTRAINT "reservedseat_one_a_seat" UNIQUE ("night_id", "table", "seat"), CONSTRAINT "reservedseat_from_1" CHECK (("seat" >= 1 AND "table" >= 1)));

CREATE TABLE "tournaments_tieruling" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "division" smallint unsigned NULL CHECK ("division" >= 0), "what" varchar(6) NOT NULL, "players" text NOT NULL CHECK ((JSON_VALID("players") OR "players" IS NULL)), "how" varchar(8) NOT NULL, "order" text NOT NULL CHECK ((JSON_VALID("order") OR "order" IS NULL)), "seed" varchar(32) NOT NULL, "reason" varchar(200) NOT NULL, "actor" varchar(40) NOT NULL, "time" datetime NOT NULL, "undone" datetime NULL, "undone_by" varchar(40) NOT NULL, "night_id" bigint NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "tieruling_how" CHECK ((("how" = 'share' AND "seed" = '' AND "what" = 'prizes') OR ("how" = 'lot' AND NOT ("seed" = '')) OR ("how" = 'play-off' AND "seed" = '') OR ("how" = 'hand' AND "seed" = '' AND NOT ("reason" = '')))), CONSTRAINT "tieruling_what" CHECK ("what" IN ('prizes', 'up', 'down')));

CREATE TABLE "tournaments_round" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "draw_record_id" bigint NOT NULL REFERENCES "tournaments_drawrecord" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, "began" datetime NULL, CONSTRAINT "round_once" UNIQUE ("night_id", "number"), CONSTRAINT "round_from_1" CHECK ("number" >= 1));

CREATE TABLE "tournaments_table" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "number" smallint unsigned NOT NULL CHECK ("number" >= 0), "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "sheet_id" bigint NOT NULL UNIQUE REFERENCES "scoring_sheet" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "table_once" UNIQUE ("round_id", "number"), CONSTRAINT "table_from_1" CHECK ("number" >= 1));

CREATE INDEX "loginattempt_last" ON "tournaments_loginattempt" ("last");

CREATE INDEX "tournaments_clubfilepart_file_id_5ee12820" ON "tournaments_clubfilepart" ("file_id");

CREATE INDEX "tournaments_invitation_by_id_ae4aec32" ON "tournaments_invitation" ("by_id");

CREATE INDEX "tournaments_invitation_club_id_3da063b7" ON "tournaments_invitation" ("club_id");

CREATE INDEX "tournaments_reglement_club_id_ffe7c997" ON "tournaments_reglement" ("club_id");

CREATE INDEX "tournaments_role_club_id_3df91899" ON "tournaments_role" ("club_id");

CREATE INDEX "tournaments_role_user_id_d642446e" ON "tournaments_role" ("user_id");

CREATE INDEX "tournaments_pair_first_id_e34905c5" ON "tournaments_pair" ("first_id");

CREATE INDEX "tournaments_pair_second_id_1e9955e1" ON "tournaments_pair" ("second_id");

CREATE INDEX "tournaments_divisionmember_member_id_209f922a" ON "tournaments_divisionmember" ("member_id");

CREATE INDEX "tournaments_divisionmember_season_id_3fa8b5ab" ON "tournaments_divisionmember" ("season_id");

CREATE INDEX "tournaments_drawrecord_night_id_15ef1565" ON "tournaments_drawrecord" ("night_id");

CREATE INDEX "tournaments_importdraft_club_id_1fbca588" ON "tournaments_importdraft" ("club_id");

CREATE INDEX "tournaments_importdraft_night_id_5d152d3a" ON "tournaments_importdraft" ("night_id");

CREATE INDEX "tournaments_importdraft_season_id_6244177c" ON "tournaments_importdraft" ("season_id");

CREATE INDEX "tournaments_importedresult_member_id_ef2d16f5" ON "tournaments_importedresult" ("member_id");

CREATE INDEX "tournaments_importedresult_night_id_c165929a" ON "tournaments_importedresult" ("night_id");

CREATE INDEX "tournaments_reservedseat_member_id_5d2907af" ON "tournaments_reservedseat" ("member_id");

CREATE INDEX "tournaments_reservedseat_night_id_fe4b71c0" ON "tournaments_reservedseat" ("night_id");

CREATE INDEX "tournaments_tieruling_night_id_58924099" ON "tournaments_tieruling" ("night_id");

CREATE INDEX "tournaments_tieruling_season_id_a986d9b1" ON "tournaments_tieruling" ("season_id");

CREATE INDEX "tournaments_round_draw_record_id_0ebce0d8" ON "tournaments_round" ("draw_record_id");

CREATE INDEX "tournaments_round_night_id_b0397a66" ON "tournaments_round" ("night_id");

CREATE INDEX "tournaments_table_round_id_88f9c8ac" ON "tournaments_table" ("round_id");

CREATE TABLE "django_admin_log" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "object_id" text NULL, "object_repr" varchar(200) NOT NULL, "action_flag" smallint unsigned NOT NULL CHECK ("action_flag" >= 0), "change_message" text NOT NULL, "content_type_id" integer NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "action_time" datetime NOT NULL);

CREATE INDEX "django_admin_log_content_type_id_c4bce8eb" ON "django_admin_log" ("content_type_id");

CREATE INDEX "django_admin_log_user_id_c564eba6" ON "django_admin_log" ("user_id");

CREATE TABLE "django_content_type" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app_label" varchar(100) NOT NULL, "model" varchar(100) NOT NULL);

INSERT INTO "django_content_type" VALUES(1,'tournaments','club');

INSERT INTO "django_content_type" VALUES(2,'tournaments','clubfile');

INSERT INTO "django_content_type" VALUES(3,'tournaments','erasedmark');

INSERT INTO "django_content_type" VALUES(4,'tournaments','loginattempt');

INSERT INTO "django_content_type" VALUES(5,'tournaments','machine');

INSERT INTO "django_content_type" VALUES(6,'tournaments','site');

INSERT INTO "django_content_type" VALUES(7,'tournaments','user');

INSERT INTO "django_content_type" VALUES(8,'tournaments','accesslogentry');

INSERT INTO "django_content_type" VALUES(9,'tournaments','clubfilepart');

INSERT INTO "django_content_type" VALUES(10,'tournaments','clublogentry');

INSERT INTO "django_content_type" VALUES(11,'tournaments','emailconfirmation');

INSERT INTO "django_content_type" VALUES(12,'tournaments','invitation');

INSERT INTO "django_content_type" VALUES(13,'tournaments','loginlink');

INSERT INTO "django_content_type" VALUES(14,'tournaments','logo');

INSERT INTO "django_content_type" VALUES(15,'tournaments','member');

INSERT INTO "django_content_type" VALUES(16,'tournaments','reglement');

INSERT INTO "django_content_type" VALUES(17,'tournaments','role');

INSERT INTO "django_content_type" VALUES(18,'tournaments','usersession');

INSERT INTO "django_content_type" VALUES(19,'tournaments','pair');

INSERT INTO "django_content_type" VALUES(20,'tournaments','queuedmail');

INSERT INTO "django_content_type" VALUES(21,'tournaments','season');

INSERT INTO "django_content_type" VALUES(22,'tournaments','divisionmember');

INSERT INTO "django_content_type" VALUES(23,'tournaments','night');

INSERT INTO "django_content_type" VALUES(24,'tournaments','attendance');

INSERT INTO "django_content_type" VALUES(25,'tournaments','drawrecord');

INSERT INTO "django_content_type" VALUES(26,'tournaments','importdraft');

INSERT INTO "django_content_type" VALUES(27,'tournaments','importedresult');

INSERT INTO "django_content_type" VALUES(28,'tournaments','nightlogentry');

INSERT INTO "django_content_type" VALUES(29,'tournaments','reservedseat');

INSERT INTO "django_content_type" VALUES(30,'tournaments','tieruling');

INSERT INTO "django_content_type" VALUES(31,'tournaments','round');

INSERT INTO "django_content_type" VALUES(32,'tournaments','table');

INSERT INTO "django_content_type" VALUES(33,'tournaments','tableseat');

INSERT INTO "django_content_type" VALUES(34,'tournaments','memberimport');

INSERT INTO "django_content_type" VALUES(35,'tournaments','importedmember');

INSERT INTO "django_content_type" VALUES(36,'tournaments','couple');

INSERT INTO "django_content_type" VALUES(37,'tournaments','substitute');

INSERT INTO "django_content_type" VALUES(38,'tournaments','codeapp');

INSERT INTO "django_content_type" VALUES(39,'tournaments','papercode');

INSERT INTO "django_content_type" VALUES(40,'tournaments','passkey');

INSERT INTO "django_content_type" VALUES(41,'scoring','erasure');

INSERT INTO "django_content_type" VALUES(42,'scoring','sheet');

INSERT INTO "django_content_type" VALUES(43,'scoring','note');

INSERT INTO "django_content_type" VALUES(44,'scoring','seat');

INSERT INTO "django_content_type" VALUES(45,'scoring','row');

INSERT INTO "django_content_type" VALUES(46,'scoring','formername');

INSERT INTO "django_content_type" VALUES(47,'scoring','event');

INSERT INTO "django_content_type" VALUES(48,'auth','permission');

INSERT INTO "django_content_type" VALUES(49,'auth','group');

INSERT INTO "django_content_type" VALUES(50,'contenttypes','contenttype');

INSERT INTO "django_content_type" VALUES(51,'sessions','session');

INSERT INTO "django_content_type" VALUES(52,'admin','logentry');

CREATE UNIQUE INDEX "django_content_type_app_label_model_76bd3d3b_uniq" ON "django_content_type" ("app_label", "model");

CREATE TABLE "auth_group_permissions" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "group_id" integer NOT NULL REFERENCES "auth_group" ("id") DEFERRABLE INITIALLY DEFERRED, "permission_id" integer NOT NULL REFERENCES "auth_permission" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE UNIQUE INDEX "auth_group_permissions_group_id_permission_id_0cd325b0_uniq" ON "auth_group_permissions" ("group_id", "permission_id");

CREATE INDEX "auth_group_permissions_group_id_b120cbf9" ON "auth_group_permissions" ("group_id");

CREATE INDEX "auth_group_permissions_permission_id_84c5c92e" ON "auth_group_permissions" ("permission_id");

CREATE TABLE "auth_permission" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "content_type_id" integer NOT NULL REFERENCES "django_content_type" ("id") DEFERRABLE INITIALLY DEFERRED, "codename" varchar(100) NOT NULL, "name" varchar(255) NOT NULL);

INSERT INTO "auth_permission" VALUES(1,1,'add_club','Can add club');

INSERT INTO "auth_permission" VALUES(2,1,'change_club','Can change club');

INSERT INTO "auth_permission" VALUES(3,1,'delete_club','Can delete club');

INSERT INTO "auth_permission" VALUES(4,1,'view_club','Can view club');

INSERT INTO "auth_permission" VALUES(5,2,'add_clubfile','Can add club file');

INSERT INTO "auth_permission" VALUES(6,2,'change_clubfile','Can change club file');

INSERT INTO "auth_permission" VALUES(7,2,'delete_clubfile','Can delete club file');

INSERT INTO "auth_permission" VALUES(8,2,'view_clubfile','Can view club file');

INSERT INTO "auth_permission" VALUES(9,3,'add_erasedmark','Can add erased mark');

INSERT INTO "auth_permission" VALUES(10,3,'change_erasedmark','Can change erased mark');

INSERT INTO "auth_permission" VALUES(11,3,'delete_erasedmark','Can delete erased mark');

INSERT INTO "auth_permission" VALUES(12,3,'view_erasedmark','Can view erased mark');

INSERT INTO "auth_permission" VALUES(13,4,'add_loginattempt','Can add login attempt');

INSERT INTO "auth_permission" VALUES(14,4,'change_loginattempt','Can change login attempt');

INSERT INTO "auth_permission" VALUES(15,4,'delete_loginattempt','Can delete login attempt');

INSERT INTO "auth_permission" VALUES(16,4,'view_loginattempt','Can view login attempt');

INSERT INTO "auth_permission" VALUES(17,5,'add_machine','Can add machine');

INSERT INTO "auth_permission" VALUES(18,5,'change_machine','Can change machine');

INSERT INTO "auth_permission" VALUES(19,5,'delete_machine','Can delete machine');

INSERT INTO "auth_permission" VALUES(20,5,'view_machine','Can view machine');

INSERT INTO "auth_permission" VALUES(21,6,'add_site','Can add site');

INSERT INTO "auth_permission" VALUES(22,6,'change_site','Can change site');

INSERT INTO "auth_permission" VALUES(23,6,'delete_site','Can delete site');

INSERT INTO "auth_permission" VALUES(24,6,'view_site','Can view site');

INSERT INTO "auth_permission" VALUES(25,7,'add_user','Can add user');

INSERT INTO "auth_permission" VALUES(26,7,'change_user','Can change user');

INSERT INTO "auth_permission" VALUES(27,7,'delete_user','Can delete user');

INSERT INTO "auth_permission" VALUES(28,7,'view_user','Can view user');

INSERT INTO "auth_permission" VALUES(29,8,'add_accesslogentry','Can add access log entry');

INSERT INTO "auth_permission" VALUES(30,8,'change_accesslogentry','Can change access log entry');

INSERT INTO "auth_permission" VALUES(31,8,'delete_accesslogentry','Can delete access log entry');

INSERT INTO "auth_permission" VALUES(32,8,'view_accesslogentry','Can view access log entry');

INSERT INTO "auth_permission" VALUES(33,9,'add_clubfilepart','Can add club file part');

INSERT INTO "auth_permission" VALUES(34,9,'change_clubfilepart','Can change club file part');

INSERT INTO "auth_permission" VALUES(35,9,'delete_clubfilepart','Can delete club file part');

INSERT INTO "auth_permission" VALUES(36,9,'view_clubfilepart','Can view club file part');

INSERT INTO "auth_permission" VALUES(37,10,'add_clublogentry','Can add club log entry');

INSERT INTO "auth_permission" VALUES(38,10,'change_clublogentry','Can change club log entry');

INSERT INTO "auth_permission" VALUES(39,10,'delete_clublogentry','Can delete club log entry');

INSERT INTO "auth_permission" VALUES(40,10,'view_clublogentry','Can view club log entry');

INSERT INTO "auth_permission" VALUES(41,11,'add_emailconfirmation','Can add email confirmation');

INSERT INTO "auth_permission" VALUES(42,11,'change_emailconfirmation','Can change email confirmation');

INSERT INTO "auth_permission" VALUES(43,11,'delete_emailconfirmation','Can delete email confirmation');

INSERT INTO "auth_permission" VALUES(44,11,'view_emailconfirmation','Can view email confirmation');

INSERT INTO "auth_permission" VALUES(45,12,'add_invitation','Can add invitation');

INSERT INTO "auth_permission" VALUES(46,12,'change_invitation','Can change invitation');

INSERT INTO "auth_permission" VALUES(47,12,'delete_invitation','Can delete invitation');

INSERT INTO "auth_permission" VALUES(48,12,'view_invitation','Can view invitation');

INSERT INTO "auth_permission" VALUES(49,13,'add_loginlink','Can add log in link');

INSERT INTO "auth_permission" VALUES(50,13,'change_loginlink','Can change log in link');

INSERT INTO "auth_permission" VALUES(51,13,'delete_loginlink','Can delete log in link');

INSERT INTO "auth_permission" VALUES(52,13,'view_loginlink','Can view log in link');

INSERT INTO "auth_permission" VALUES(53,14,'add_logo','Can add logo');

INSERT INTO "auth_permission" VALUES(54,14,'change_logo','Can change logo');

INSERT INTO "auth_permission" VALUES(55,14,'delete_logo','Can delete logo');

INSERT INTO "auth_permission" VALUES(56,14,'view_logo','Can view logo');

INSERT INTO "auth_permission" VALUES(57,15,'add_member','Can add member');

INSERT INTO "auth_permission" VALUES(58,15,'change_member','Can change member');

INSERT INTO "auth_permission" VALUES(59,15,'delete_member','Can delete member');

INSERT INTO "auth_permission" VALUES(60,15,'view_member','Can view member');

INSERT INTO "auth_permission" VALUES(61,16,'add_reglement','Can add reglement');

INSERT INTO "auth_permission" VALUES(62,16,'change_reglement','Can change reglement');

INSERT INTO "auth_permission" VALUES(63,16,'delete_reglement','Can delete reglement');

INSERT INTO "auth_permission" VALUES(64,16,'view_reglement','Can view reglement');

INSERT INTO "auth_permission" VALUES(65,17,'add_role','Can add role');

INSERT INTO "auth_permission" VALUES(66,17,'change_role','Can change role');

INSERT INTO "auth_permission" VALUES(67,17,'delete_role','Can delete role');

INSERT INTO "auth_permission" VALUES(68,17,'view_role','Can view role');

INSERT INTO "auth_permission" VALUES(69,18,'add_usersession','Can add user session');

INSERT INTO "auth_permission" VALUES(70,18,'change_usersession','Can change user session');

INSERT INTO "auth_permission" VALUES(71,18,'delete_usersession','Can delete user session');

INSERT INTO "auth_permission" VALUES(72,18,'view_usersession','Can view user session');

INSERT INTO "auth_permission" VALUES(73,19,'add_pair','Can add pair');

INSERT INTO "auth_permission" VALUES(74,19,'change_pair','Can change pair');

INSERT INTO "auth_permission" VALUES(75,19,'delete_pair','Can delete pair');

INSERT INTO "auth_permission" VALUES(76,19,'view_pair','Can view pair');

INSERT INTO "auth_permission" VALUES(77,20,'add_queuedmail','Can add queued mail');

INSERT INTO "auth_permission" VALUES(78,20,'change_queuedmail','Can change queued mail');

INSERT INTO "auth_permission" VALUES(79,20,'delete_queuedmail','Can delete queued mail');

INSERT INTO "auth_permission" VALUES(80,20,'view_queuedmail','Can view queued mail');

INSERT INTO "auth_permission" VALUES(81,21,'add_season','Can add season');

INSERT INTO "auth_permission" VALUES(82,21,'change_season','Can change season');

INSERT INTO "auth_permission" VALUES(83,21,'delete_season','Can delete season');

INSERT INTO "auth_permission" VALUES(84,21,'view_season','Can view season');

INSERT INTO "auth_permission" VALUES(85,22,'add_divisionmember','Can add division member');

INSERT INTO "auth_permission" VALUES(86,22,'change_divisionmember','Can change division member');

INSERT INTO "auth_permission" VALUES(87,22,'delete_divisionmember','Can delete division member');

INSERT INTO "auth_permission" VALUES(88,22,'view_divisionmember','Can view division member');

INSERT INTO "auth_permission" VALUES(89,23,'add_night','Can add night');

INSERT INTO "auth_permission" VALUES(90,23,'change_night','Can change night');

INSERT INTO "auth_permission" VALUES(91,23,'delete_night','Can delete night');

INSERT INTO "auth_permission" VALUES(92,23,'view_night','Can view night');

INSERT INTO "auth_permission" VALUES(93,24,'add_attendance','Can add attendance');

INSERT INTO "auth_permission" VALUES(94,24,'change_attendance','Can change attendance');

INSERT INTO "auth_permission" VALUES(95,24,'delete_attendance','Can delete attendance');

INSERT INTO "auth_permission" VALUES(96,24,'view_attendance','Can view attendance');

INSERT INTO "auth_permission" VALUES(97,25,'add_drawrecord','Can add draw record');

INSERT INTO "auth_permission" VALUES(98,25,'change_drawrecord','Can change draw record');

INSERT INTO "auth_permission" VALUES(99,25,'delete_drawrecord','Can delete draw record');

INSERT INTO "auth_permission" VALUES(100,25,'view_drawrecord','Can view draw record');

INSERT INTO "auth_permission" VALUES(101,26,'add_importdraft','Can add import draft');

INSERT INTO "auth_permission" VALUES(102,26,'change_importdraft','Can change import draft');

INSERT INTO "auth_permission" VALUES(103,26,'delete_importdraft','Can delete import draft');

INSERT INTO "auth_permission" VALUES(104,26,'view_importdraft','Can view import draft');

INSERT INTO "auth_permission" VALUES(105,27,'add_importedresult','Can add imported result');

INSERT INTO "auth_permission" VALUES(106,27,'change_importedresult','Can change imported result');

INSERT INTO "auth_permission" VALUES(107,27,'delete_importedresult','Can delete imported result');

INSERT INTO "auth_permission" VALUES(108,27,'view_importedresult','Can view imported result');

INSERT INTO "auth_permission" VALUES(109,28,'add_nightlogentry','Can add night log entry');

INSERT INTO "auth_permission" VALUES(110,28,'change_nightlogentry','Can change night log entry');

INSERT INTO "auth_permission" VALUES(111,28,'delete_nightlogentry','Can delete night log entry');

INSERT INTO "auth_permission" VALUES(112,28,'view_nightlogentry','Can view night log entry');

INSERT INTO "auth_permission" VALUES(113,29,'add_reservedseat','Can add reserved seat');

INSERT INTO "auth_permission" VALUES(114,29,'change_reservedseat','Can change reserved seat');

INSERT INTO "auth_permission" VALUES(115,29,'delete_reservedseat','Can delete reserved seat');

INSERT INTO "auth_permission" VALUES(116,29,'view_reservedseat','Can view reserved seat');

INSERT INTO "auth_permission" VALUES(117,30,'add_tieruling','Can add tie ruling');

INSERT INTO "auth_permission" VALUES(118,30,'change_tieruling','Can change tie ruling');

INSERT INTO "auth_permission" VALUES(119,30,'delete_tieruling','Can delete tie ruling');

INSERT INTO "auth_permission" VALUES(120,30,'view_tieruling','Can view tie ruling');

INSERT INTO "auth_permission" VALUES(121,31,'add_round','Can add round');

INSERT INTO "auth_permission" VALUES(122,31,'change_round','Can change round');

INSERT INTO "auth_permission" VALUES(123,31,'delete_round','Can delete round');

INSERT INTO "auth_permission" VALUES(124,31,'view_round','Can view round');

INSERT INTO "auth_permission" VALUES(125,32,'add_table','Can add table');

INSERT INTO "auth_permission" VALUES(126,32,'change_table','Can change table');

INSERT INTO "auth_permission" VALUES(127,32,'delete_table','Can delete table');

INSERT INTO "auth_permission" VALUES(128,32,'view_table','Can view table');

INSERT INTO "auth_permission" VALUES(129,33,'add_tableseat','Can add table seat');

INSERT INTO "auth_permission" VALUES(130,33,'change_tableseat','Can change table seat');

INSERT INTO "auth_permission" VALUES(131,33,'delete_tableseat','Can delete table seat');

INSERT INTO "auth_permission" VALUES(132,33,'view_tableseat','Can view table seat');

INSERT INTO "auth_permission" VALUES(133,34,'add_memberimport','Can add member import');

INSERT INTO "auth_permission" VALUES(134,34,'change_memberimport','Can change member import');

INSERT INTO "auth_permission" VALUES(135,34,'delete_memberimport','Can delete member import');

INSERT INTO "auth_permission" VALUES(136,34,'view_memberimport','Can view member import');

INSERT INTO "auth_permission" VALUES(137,35,'add_importedmember','Can add imported member');

INSERT INTO "auth_permission" VALUES(138,35,'change_importedmember','Can change imported member');

INSERT INTO "auth_permission" VALUES(139,35,'delete_importedmember','Can delete imported member');

INSERT INTO "auth_permission" VALUES(140,35,'view_importedmember','Can view imported member');

INSERT INTO "auth_permission" VALUES(141,36,'add_couple','Can add couple');

INSERT INTO "auth_permission" VALUES(142,36,'change_couple','Can change couple');

INSERT INTO "auth_permission" VALUES(143,36,'delete_couple','Can delete couple');

INSERT INTO "auth_permission" VALUES(144,36,'view_couple','Can view couple');

INSERT INTO "auth_permission" VALUES(145,37,'add_substitute','Can add substitute');

INSERT INTO "auth_permission" VALUES(146,37,'change_substitute','Can change substitute');

INSERT INTO "auth_permission" VALUES(147,37,'delete_substitute','Can delete substitute');

INSERT INTO "auth_permission" VALUES(148,37,'view_substitute','Can view substitute');

INSERT INTO "auth_permission" VALUES(149,38,'add_codeapp','Can add code app');

INSERT INTO "auth_permission" VALUES(150,38,'change_codeapp','Can change code app');

INSERT INTO "auth_permission" VALUES(151,38,'delete_codeapp','Can delete code app');

INSERT INTO "auth_permission" VALUES(152,38,'view_codeapp','Can view code app');

INSERT INTO "auth_permission" VALUES(153,39,'add_papercode','Can add paper code');

INSERT INTO "auth_permission" VALUES(154,39,'change_papercode','Can change paper code');

INSERT INTO "auth_permission" VALUES(155,39,'delete_papercode','Can delete paper code');

INSERT INTO "auth_permission" VALUES(156,39,'view_papercode','Can view paper code');

INSERT INTO "auth_permission" VALUES(157,40,'add_passkey','Can add passkey');

INSERT INTO "auth_permission" VALUES(158,40,'change_passkey','Can change passkey');

INSERT INTO "auth_permission" VALUES(159,40,'delete_passkey','Can delete passkey');

INSERT INTO "auth_permission" VALUES(160,40,'view_passkey','Can view passkey');

INSERT INTO "auth_permission" VALUES(161,41,'add_erasure','Can add erasure');

INSERT INTO "auth_permission" VALUES(162,41,'change_erasure','Can change erasure');

INSERT INTO "auth_permission" VALUES(163,41,'delete_erasure','Can delete erasure');

INSERT INTO "auth_permission" VALUES(164,41,'view_erasure','Can view erasure');

INSERT INTO "auth_permission" VALUES(165,42,'add_sheet','Can add sheet');

INSERT INTO "auth_permission" VALUES(166,42,'change_sheet','Can change sheet');

INSERT INTO "auth_permission" VALUES(167,42,'delete_sheet','Can delete sheet');

INSERT INTO "auth_permission" VALUES(168,42,'view_sheet','Can view sheet');

INSERT INTO "auth_permission" VALUES(169,43,'add_note','Can add note');

INSERT INTO "auth_permission" VALUES(170,43,'change_note','Can change note');

INSERT INTO "auth_permission" VALUES(171,43,'delete_note','Can delete note');

INSERT INTO "auth_permission" VALUES(172,43,'view_note','Can view note');

INSERT INTO "auth_permission" VALUES(173,44,'add_seat','Can add seat');

INSERT INTO "auth_permission" VALUES(174,44,'change_seat','Can change seat');

INSERT INTO "auth_permission" VALUES(175,44,'delete_seat','Can delete seat');

INSERT INTO "auth_permission" VALUES(176,44,'view_seat','Can view seat');

INSERT INTO "auth_permission" VALUES(177,45,'add_row','Can add row');

INSERT INTO "auth_permission" VALUES(178,45,'change_row','Can change row');

INSERT INTO "auth_permission" VALUES(179,45,'delete_row','Can delete row');

INSERT INTO "auth_permission" VALUES(180,45,'view_row','Can view row');

INSERT INTO "auth_permission" VALUES(181,46,'add_formername','Can add former name');

INSERT INTO "auth_permission" VALUES(182,46,'change_formername','Can change former name');

INSERT INTO "auth_permission" VALUES(183,46,'delete_formername','Can delete former name');

INSERT INTO "auth_permission" VALUES(184,46,'view_formername','Can view former name');

INSERT INTO "auth_permission" VALUES(185,47,'add_event','Can add event');

INSERT INTO "auth_permission" VALUES(186,47,'change_event','Can change event');

INSERT INTO "auth_permission" VALUES(187,47,'delete_event','Can delete event');

INSERT INTO "auth_permission" VALUES(188,47,'view_event','Can view event');

INSERT INTO "auth_permission" VALUES(189,48,'add_permission','Can add permission');

INSERT INTO "auth_permission" VALUES(190,48,'change_permission','Can change permission');

INSERT INTO "auth_permission" VALUES(191,48,'delete_permission','Can delete permission');

INSERT INTO "auth_permission" VALUES(192,48,'view_permission','Can view permission');

INSERT INTO "auth_permission" VALUES(193,49,'add_group','Can add group');

INSERT INTO "auth_permission" VALUES(194,49,'change_group','Can change group');

INSERT INTO "auth_permission" VALUES(195,49,'delete_group','Can delete group');

INSERT INTO "auth_permission" VALUES(196,49,'view_group','Can view group');

INSERT INTO "auth_permission" VALUES(197,50,'add_contenttype','Can add content type');

INSERT INTO "auth_permission" VALUES(198,50,'change_contenttype','Can change content type');

INSERT INTO "auth_permission" VALUES(199,50,'delete_contenttype','Can delete content type');

INSERT INTO "auth_permission" VALUES(200,50,'view_contenttype','Can view content type');

INSERT INTO "auth_permission" VALUES(201,51,'add_session','Can add session');

INSERT INTO "auth_permission" VALUES(202,51,'change_session','Can change session');

INSERT INTO "auth_permission" VALUES(203,51,'delete_session','Can delete session');

INSERT INTO "auth_permission" VALUES(204,51,'view_session','Can view session');

INSERT INTO "auth_permission" VALUES(205,52,'add_logentry','Can add log entry');

INSERT INTO "auth_permission" VALUES(206,52,'change_logentry','Can change log entry');

INSERT INTO "auth_permission" VALUES(207,52,'delete_logentry','Can delete log entry');

INSERT INTO "auth_permission" VALUES(208,52,'view_logentry','Can view log entry');

CREATE UNIQUE INDEX "auth_permission_content_type_id_codename_01ab375a_uniq" ON "auth_permission" ("content_type_id", "codename");

CREATE INDEX "auth_permission_content_type_id_2f476e4b" ON "auth_permission" ("content_type_id");

CREATE TABLE "auth_group" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(150) NOT NULL UNIQUE);

CREATE TABLE "tournaments_tableseat" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "since" smallint unsigned NOT NULL CHECK ("since" >= 0), "until" smallint unsigned NULL CHECK ("until" >= 0), "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "round_id" bigint NOT NULL REFERENCES "tournaments_round" ("id") DEFERRABLE INITIALLY DEFERRED, "seat_id" bigint NOT NULL REFERENCES "scoring_seat" ("id") DEFERRABLE INITIALLY DEFERRED, "table_id" bigint NOT NULL REFERENCES "tournaments_table" ("id") DEFERRABLE INITIALLY DEFERRED, "fill_in" bool NOT NULL, "couple_id" bigint NULL REFERENCES "tournaments_couple" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "tableseat_once_a_game" UNIQUE ("seat_id", "since"), CONSTRAINT "tableseat_in_order" CHECK (("since" >= 1 AND ("until" IS NULL OR "until" >= ("since")))));

CREATE UNIQUE INDEX "tableseat_once_a_round" ON "tournaments_tableseat" ("round_id", "member_id") WHERE "until" IS NULL;

CREATE UNIQUE INDEX "tableseat_one_a_seat" ON "tournaments_tableseat" ("seat_id") WHERE "until" IS NULL;

CREATE INDEX "tournaments_tableseat_member_id_e839db34" ON "tournaments_tableseat" ("member_id");

CREATE INDEX "tournaments_tableseat_round_id_e335d6d4" ON "tournaments_tableseat" ("round_id");

CREATE INDEX "tournaments_tableseat_seat_id_fb274448" ON "tournaments_tableseat" ("seat_id");

CREATE INDEX "tournaments_tableseat_table_id_b2710f5f" ON "tournaments_tableseat" ("table_id");

CREATE TABLE "tournaments_attendance" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "said" varchar(3) NOT NULL, "present" bool NOT NULL, "paid" bool NOT NULL, "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, "amount" integer unsigned NOT NULL CHECK ("amount" >= 0), CONSTRAINT "attendance_once" UNIQUE ("night_id", "member_id"), CONSTRAINT "attendance_said" CHECK ("said" IN ('', 'on', 'off')));

CREATE INDEX "tournaments_attendance_member_id_55a9ed95" ON "tournaments_attendance" ("member_id");

CREATE INDEX "tournaments_attendance_night_id_cc4ecc2c" ON "tournaments_attendance" ("night_id");

CREATE TABLE "tournaments_memberimport" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "actor" varchar(40) NOT NULL, "time" datetime NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE TABLE "tournaments_importedmember" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "added" bool NOT NULL, "before" text NOT NULL CHECK ((JSON_VALID("before") OR "before" IS NULL)), "digest" varchar(32) NOT NULL, "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "member_import_id" bigint NOT NULL REFERENCES "tournaments_memberimport" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "imported_member_once" UNIQUE ("member_import_id", "member_id"));

CREATE INDEX "tournaments_memberimport_club_id_f63a18e7" ON "tournaments_memberimport" ("club_id");

CREATE INDEX "tournaments_importedmember_member_id_b46cc56c" ON "tournaments_importedmember" ("member_id");

CREATE INDEX "tournaments_importedmember_member_import_id_425d2b75" ON "tournaments_importedmember" ("member_import_id");

CREATE TABLE "tournaments_night" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "day" date NOT NULL, "state" varchar(8) NOT NULL, "next_seed" varchar(32) NOT NULL, "digest" varchar(64) NOT NULL, "public_id" char(32) NOT NULL UNIQUE, "link_version" integer unsigned NOT NULL CHECK ("link_version" >= 0), "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, "guest_fee" integer unsigned NULL CHECK ("guest_fee" >= 0), "member_fee" integer unsigned NULL CHECK ("member_fee" >= 0), "sizes" varchar(3) NOT NULL, "minutes" smallint unsigned NULL CHECK ("minutes" >= 0), "starts" time NULL, "venue" varchar(80) NOT NULL, "games" smallint unsigned NULL CHECK ("games" >= 0), CONSTRAINT "night_closed_has_digest" CHECK ((("state" = 'closed' AND NOT ("digest" = '')) OR (NOT ("state" = 'closed') AND "digest" = ''))), CONSTRAINT "night_state" CHECK ("state" IN ('planned', 'sign-up', 'check-in', 'playing', 'closing', 'closed', 'off')), CONSTRAINT "night_sizes" CHECK ("sizes" IN ('', '3-4', '4-5', '5-6')));

CREATE UNIQUE INDEX "night_once_a_day" ON "tournaments_night" ("season_id", "day") WHERE NOT ("state" = 'off');

CREATE INDEX "tournaments_night_season_id_22ce69cb" ON "tournaments_night" ("season_id");

CREATE INDEX "night_going_on" ON "tournaments_night" ("season_id") WHERE "state" IN ('check-in', 'playing', 'closing');

CREATE TABLE "tournaments_club" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL UNIQUE, "slug" varchar(40) NOT NULL UNIQUE, "created" datetime NOT NULL, "visible_to" varchar(7) NOT NULL, "indexed" bool NOT NULL, "public_id" char(32) NOT NULL UNIQUE, "link_version" integer unsigned NOT NULL CHECK ("link_version" >= 0), "results_version" varchar(32) NOT NULL, "starts" time NULL, "venue" varchar(80) NOT NULL, "framed_by" varchar(600) NOT NULL, "publishes" bool NOT NULL, "asks_second_step" datetime NULL, CONSTRAINT "club_has_name" CHECK (NOT ("name" = '')), CONSTRAINT "club_slug_simple" CHECK ("slug" REGEXP '^[a-z0-9]+(-[a-z0-9]+)*$'), CONSTRAINT "club_found_when_open" CHECK ((NOT "indexed" OR "visible_to" = 'open')), CONSTRAINT "club_visible_to" CHECK ("visible_to" IN ('members', 'link', 'open')));

CREATE TABLE "tournaments_clublogentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(10) NOT NULL, "body" text NOT NULL CHECK ((JSON_VALID("body") OR "body" IS NULL)), "actor" varchar(40) NOT NULL, "time" datetime NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "clublogentry_kind" CHECK ("kind" IN ('visibility', 'link', 'website')));

CREATE INDEX "tournaments_clublogentry_club_id_b1fd2830" ON "tournaments_clublogentry" ("club_id");

CREATE TABLE "tournaments_member" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "link_version" integer unsigned NOT NULL CHECK ("link_version" >= 0), "first" varchar(60) NOT NULL, "particle" varchar(60) NOT NULL, "family" varchar(60) NOT NULL, "nickname" varchar(60) NOT NULL, "number" varchar(20) NOT NULL, "email" varchar(254) NOT NULL, "phone" varchar(30) NOT NULL, "joined" date NULL, "guest" bool NOT NULL, "archived" datetime NULL, "writes" varchar(3) NOT NULL, "table" smallint unsigned NULL CHECK ("table" >= 0), "shown" varchar(8) NOT NULL, "sort_key" BLOB NOT NULL, "search_text" text NOT NULL, "erasure_asked" datetime NULL, "erased" datetime NULL, "created" datetime NOT NULL, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, "household" varchar(60) NOT NULL, "letters" varchar(10) NOT NULL, "merged_into_id" bigint NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "member_has_name" CHECK (NOT ("first" = '')), CONSTRAINT "member_has_order" CHECK (NOT ("sort_key" = X'')), CONSTRAINT "member_table" CHECK (("table" >= 1 AND "table" <= 200)), CONSTRAINT "member_not_in_itself" CHECK (NOT ("merged_into_id" = ("id") AND "merged_into_id" IS NOT NULL)), CONSTRAINT "member_writes" CHECK ("writes" IN ('yes', 'any', 'no')), CONSTRAINT "member_shown" CHECK ("shown" IN ('full', 'first', 'nickname', 'not')));

CREATE UNIQUE INDEX "member_number_once" ON "tournaments_member" ("club_id", "number") WHERE NOT ("number" = '');

CREATE INDEX "tournaments_member_club_id_7396eea6" ON "tournaments_member" ("club_id");

CREATE INDEX "tournaments_member_merged_into_id_4efe4043" ON "tournaments_member" ("merged_into_id");

CREATE INDEX "member_order" ON "tournaments_member" ("club_id", "sort_key", "id");

CREATE TABLE "tournaments_nightlogentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "sequence" integer unsigned NOT NULL CHECK ("sequence" >= 0), "kind" varchar(10) NOT NULL, "body" text NOT NULL CHECK ((JSON_VALID("body") OR "body" IS NULL)), "reason" varchar(200) NOT NULL, "actor" varchar(40) NOT NULL, "time" datetime NOT NULL, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "nightlogentry_once" UNIQUE ("night_id", "sequence"), CONSTRAINT "nightlogentry_from_1" CHECK ("sequence" >= 1), CONSTRAINT "nightlogentry_kind" CHECK ("kind" IN ('state', 'said', 'present', 'paid', 'fees', 'drawn', 'taken back', 'closed', 'reopened', 'cut', 'link', 'moved', 'arranged', 'begun', 'came', 'left', 'replaced', 'swapped', 'scribe', 'void', 'split', 'joined', 'undone', 'substitute')));

CREATE INDEX "tournaments_nightlogentry_night_id_7d80bf1a" ON "tournaments_nightlogentry" ("night_id");

CREATE INDEX "night_log_closed" ON "tournaments_nightlogentry" ("time") WHERE "kind" = 'closed';

CREATE INDEX "tournaments_tableseat_couple_id_7af91c4b" ON "tournaments_tableseat" ("couple_id");

CREATE TABLE "tournaments_couple" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "first_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "season_id" bigint NOT NULL REFERENCES "tournaments_season" ("id") DEFERRABLE INITIALLY DEFERRED, "second_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "couple_first_once" UNIQUE ("season_id", "first_id"), CONSTRAINT "couple_second_once" UNIQUE ("season_id", "second_id"), CONSTRAINT "couple_of_two" CHECK (NOT ("first_id" = ("second_id"))));

CREATE INDEX "tournaments_couple_first_id_1c7a9fbb" ON "tournaments_couple" ("first_id");

CREATE INDEX "tournaments_couple_season_id_2c0adccd" ON "tournaments_couple" ("season_id");

CREATE INDEX "tournaments_couple_second_id_d8af932f" ON "tournaments_couple" ("second_id");

CREATE TABLE "tournaments_substitute" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "couple_id" bigint NOT NULL REFERENCES "tournaments_couple" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NOT NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NOT NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "substitute_of_one" UNIQUE ("night_id", "couple_id"), CONSTRAINT "substitute_once" UNIQUE ("night_id", "member_id"));

CREATE INDEX "tournaments_substitute_couple_id_3b90f54c" ON "tournaments_substitute" ("couple_id");

CREATE INDEX "tournaments_substitute_member_id_37044ba4" ON "tournaments_substitute" ("member_id");

CREATE INDEX "tournaments_substitute_night_id_0d72105f" ON "tournaments_substitute" ("night_id");

CREATE TABLE "tournaments_season" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(60) NOT NULL, "first" date NOT NULL, "last" date NOT NULL, "rounds" smallint unsigned NOT NULL CHECK ("rounds" >= 0), "sizes" varchar(3) NOT NULL, "five" varchar(7) NOT NULL, "counting" varchar(7) NOT NULL, "counted" smallint unsigned NULL CHECK ("counted" >= 0), "place_points" text NOT NULL CHECK ((JSON_VALID("place_points") OR "place_points" IS NULL)), "bonus" smallint unsigned NOT NULL CHECK ("bonus" >= 0), "signed_off" varchar(5) NOT NULL, "signed_off_points" smallint NULL, "no_show" varchar(5) NOT NULL, "no_show_points" smallint NULL, "before_joining" varchar(6) NOT NULL, "least_nights" smallint unsigned NOT NULL CHECK ("least_nights" >= 0), "tie_break" varchar(9) NOT NULL, "guests_ranked" bool NOT NULL, "for_member" bool NOT NULL, "divisions" smallint unsigned NOT NULL CHECK ("divisions" >= 0), "moving" smallint unsigned NOT NULL CHECK ("moving" >= 0), "night_prizes" text NOT NULL CHECK ((JSON_VALID("night_prizes") OR "night_prizes" IS NULL)), "season_prizes" text NOT NULL CHECK ((JSON_VALID("season_prizes") OR "season_prizes" IS NULL)), "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, "reglement_id" bigint NOT NULL REFERENCES "tournaments_reglement" ("id") DEFERRABLE INITIALLY DEFERRED, "fill_ins" bool NOT NULL, "guest_fee" integer unsigned NOT NULL CHECK ("guest_fee" >= 0), "member_fee" integer unsigned NOT NULL CHECK ("member_fee" >= 0), "minutes" smallint unsigned NOT NULL CHECK ("minutes" >= 0), "by_couple" bool NOT NULL, "missed_round" smallint NULL, "running_hidden" bool NOT NULL, "sit_out" smallint NULL, "sit_out_pits" smallint unsigned NOT NULL CHECK ("sit_out_pits" >= 0), CONSTRAINT "season_name_once" UNIQUE ("club_id", "name"), CONSTRAINT "season_has_name" CHECK (NOT ("name" = '')), CONSTRAINT "season_in_order" CHECK ("first" <= ("last")), CONSTRAINT "season_rounds" CHECK (("rounds" >= 1 AND "rounds" <= 10)), CONSTRAINT "season_signed_off" CHECK ((("signed_off" IN ('skip', 'worst') AND "signed_off_points" IS NULL) OR ("signed_off" = 'fixed' AND "signed_off_points" IS NOT NULL) OR "signed_off" = 'own')), CONSTRAINT "season_no_show" CHECK ((("no_show" IN ('skip', 'worst') AND "no_show_points" IS NULL) OR ("no_show" = 'fixed' AND "no_show_points" IS NOT NULL) OR "no_show" = 'own')), CONSTRAINT "season_divisions" CHECK ((("divisions" = 1 AND "moving" = 0) OR ("divisions" >= 2 AND "divisions" <= 9))), CONSTRAINT "season_before_joining" CHECK ("before_joining" IN ('absent', 'skip')), CONSTRAINT "season_sizes" CHECK ("sizes" IN ('3-4', '4-5', '5-6')), CONSTRAINT "season_five" CHECK ("five" IN ('split', 'sit-out')), CONSTRAINT "season_tie_break" CHECK ("tie_break" IN ('shared', 'dashes', 'best_game', 'last_game', 'round', 'pit', 'roem', 'nat')), CONSTRAINT "season_counting" CHECK ((("counted" IS NULL AND "counting" IN ('sum', 'average', 'places')) OR ("counted" >= 1 AND "counted" IS NOT NULL AND "counting" IN ('best', 'bestavg', 'drop')))));

CREATE INDEX "tournaments_season_club_id_f9b210bf" ON "tournaments_season" ("club_id");

CREATE INDEX "tournaments_season_reglement_id_1939ff8e" ON "tournaments_season" ("reglement_id");

CREATE TABLE "tournaments_accesslogentry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "kind" varchar(10) NOT NULL, "part" varchar(10) NOT NULL, "time" datetime NOT NULL, "by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "club_id" bigint NOT NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "accesslogentry_part" CHECK ("part" IN ('owner', 'organiser', 'helper', 'member')), CONSTRAINT "accesslogentry_kind" CHECK ("kind" IN ('invited', 'joined', 'handed', 'used', 'withdrawn', 'step on', 'step off', 'paper', 'reset', 'asked', 'not asked')));

CREATE INDEX "tournaments_accesslogentry_by_id_840035b0" ON "tournaments_accesslogentry" ("by_id");

CREATE INDEX "tournaments_accesslogentry_user_id_7ead686e" ON "tournaments_accesslogentry" ("user_id");

CREATE INDEX "tournaments_accesslogentry_club_id_3554735e" ON "tournaments_accesslogentry" ("club_id");

CREATE TABLE "tournaments_queuedmail" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "kind" varchar(10) NOT NULL, "to" varchar(254) NOT NULL, "language" varchar(10) NOT NULL, "due" datetime NOT NULL, "until" datetime NOT NULL, "tries" smallint unsigned NOT NULL CHECK ("tries" >= 0), "gave_up" datetime NULL, "why" varchar(10) NOT NULL, "confirmation_id" bigint NULL REFERENCES "tournaments_emailconfirmation" ("id") DEFERRABLE INITIALLY DEFERRED, "invitation_id" bigint NULL REFERENCES "tournaments_invitation" ("id") DEFERRABLE INITIALLY DEFERRED, "link_id" bigint NULL REFERENCES "tournaments_loginlink" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "member_id" bigint NULL REFERENCES "tournaments_member" ("id") DEFERRABLE INITIALLY DEFERRED, "night_id" bigint NULL REFERENCES "tournaments_night" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "queuedmail_given_up_is_nobodys" CHECK ((("gave_up" IS NULL AND NOT ("to" = '') AND "why" = '') OR ("gave_up" IS NOT NULL AND "to" = '' AND NOT ("why" = '')))), CONSTRAINT "queuedmail_for_somebody" CHECK ((("kind" = 'result' AND "member_id" IS NOT NULL AND "night_id" IS NOT NULL AND "user_id" IS NULL) OR (NOT ("kind" = 'result') AND "member_id" IS NULL AND "night_id" IS NULL AND "user_id" IS NOT NULL))), CONSTRAINT "queuedmail_kind" CHECK ("kind" IN ('log in', 'confirm', 'moved', 'invited', 'result', 'guessed', 'changed')));

CREATE INDEX "tournaments_queuedmail_confirmation_id_b0ab14bb" ON "tournaments_queuedmail" ("confirmation_id");

CREATE INDEX "tournaments_queuedmail_invitation_id_4ae4e9e5" ON "tournaments_queuedmail" ("invitation_id");

CREATE INDEX "tournaments_queuedmail_link_id_d88a2399" ON "tournaments_queuedmail" ("link_id");

CREATE INDEX "tournaments_queuedmail_user_id_19f32206" ON "tournaments_queuedmail" ("user_id");

CREATE INDEX "tournaments_queuedmail_member_id_5c39cfc1" ON "tournaments_queuedmail" ("member_id");

CREATE INDEX "tournaments_queuedmail_night_id_9ac86140" ON "tournaments_queuedmail" ("night_id");

CREATE INDEX "queuedmail_due" ON "tournaments_queuedmail" ("due");

CREATE TABLE "tournaments_passkey" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(40) NOT NULL, "host" varchar(253) NOT NULL, "credential" varchar(1400) NOT NULL UNIQUE, "public_key" BLOB NOT NULL, "count" bigint unsigned NOT NULL CHECK ("count" >= 0), "created" datetime NOT NULL, "used" datetime NULL, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED);

CREATE INDEX "tournaments_passkey_user_id_c4a52866" ON "tournaments_passkey" ("user_id");

CREATE TABLE "tournaments_papercode" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "salt" varchar(32) NOT NULL, "hashed" varchar(64) NOT NULL, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, CONSTRAINT "paper_code_once" UNIQUE ("user_id", "hashed"));

CREATE INDEX "tournaments_papercode_user_id_8fa70f36" ON "tournaments_papercode" ("user_id");

CREATE TABLE "tournaments_codeapp" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "nonce" varchar(32) NOT NULL, "since" datetime NOT NULL, "last_step" bigint NOT NULL, "user_id" bigint NOT NULL UNIQUE REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "delay" integer NOT NULL);

CREATE TABLE "tournaments_loginlink" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "public_id" char(32) NOT NULL UNIQUE, "email" varchar(254) NOT NULL, "expires" datetime NOT NULL, "by_id" bigint NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "club_id" bigint NULL REFERENCES "tournaments_club" ("id") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL REFERENCES "tournaments_user" ("id") DEFERRABLE INITIALLY DEFERRED, "then" varchar(500) NOT NULL, "asked_with" varchar(60) NOT NULL, CONSTRAINT "log_in_link_mailed_by_nobody" CHECK (("email" = '' OR ("by_id" IS NULL AND "club_id" IS NULL))));

CREATE UNIQUE INDEX "log_in_link_handed_over_once" ON "tournaments_loginlink" ("user_id") WHERE "email" = '';

CREATE INDEX "tournaments_loginlink_by_id_b6d99ceb" ON "tournaments_loginlink" ("by_id");

CREATE INDEX "tournaments_loginlink_club_id_9e21ad48" ON "tournaments_loginlink" ("club_id");

CREATE INDEX "tournaments_loginlink_user_id_994ba5be" ON "tournaments_loginlink" ("user_id");

CREATE TABLE "tournaments_usersession" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "session_id" varchar(40) NOT NULL UNIQUE REFERENCES "django_session" ("session_key") DEFERRABLE INITIALLY DEFERRED, "user_id" bigint NOT NULL, "used" date NOT NULL);

CREATE INDEX "tournaments_usersession_user_id_1f72cbd7" ON "tournaments_usersession" ("user_id")
