CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "unpaid_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff_records" ADD COLUMN "about_record_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quarantine_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quarantined_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "quarantined_by_user_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspension_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_by_user_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_suspended_unpaid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "quarantine_reason" text;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "quarantined_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "quarantined_by_user_id" text;--> statement-breakpoint
CREATE INDEX "rate_limits_expire" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "staff_records_about_record_id" ON "staff_records" USING btree ("about_record_id");--> statement-breakpoint
CREATE INDEX "staff_records_staff_user_id" ON "staff_records" USING btree ("staff_user_id","id");--> statement-breakpoint
CREATE INDEX "users_email_beginning" ON "users" USING btree ("email_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_first_name_beginning" ON "users" USING btree (lower("first_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_last_name_beginning" ON "users" USING btree (lower("last_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_nickname_beginning" ON "users" USING btree (lower("nickname") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "workspaces_name_beginning" ON "workspaces" USING btree (lower("display_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "workspaces_deleted_at" ON "workspaces" USING btree ("deleted_at") WHERE "workspaces"."deleted_at" is not null;