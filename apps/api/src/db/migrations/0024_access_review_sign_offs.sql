CREATE TABLE "access_review_reminders" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"every" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "access_review_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"sign_off_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"created_by_user_id" text,
	"invitation_id" text,
	"name" text,
	"person_name" text,
	"email" text,
	"role" text,
	"permission" text,
	"service_account_name" text,
	"created_by_email" text,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "access_review_sign_offs" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by_user_id" text NOT NULL,
	"by_name" text,
	"by_email" text,
	"counts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_review_reminders" ADD CONSTRAINT "access_review_reminders_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_entries" ADD CONSTRAINT "access_review_entries_sign_off_id_access_review_sign_offs_id_fk" FOREIGN KEY ("sign_off_id") REFERENCES "public"."access_review_sign_offs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_review_sign_offs" ADD CONSTRAINT "access_review_sign_offs_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_review_reminders_due_at" ON "access_review_reminders" USING btree ("due_at") WHERE "access_review_reminders"."every" is not null;--> statement-breakpoint
CREATE INDEX "access_review_entries_sign_off_id" ON "access_review_entries" USING btree ("sign_off_id","id");--> statement-breakpoint
CREATE INDEX "access_review_entries_user_id" ON "access_review_entries" USING btree ("user_id") WHERE "access_review_entries"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "access_review_entries_created_by_user_id" ON "access_review_entries" USING btree ("created_by_user_id") WHERE "access_review_entries"."created_by_user_id" is not null;--> statement-breakpoint
CREATE INDEX "access_review_entries_invitation_id" ON "access_review_entries" USING btree ("invitation_id") WHERE "access_review_entries"."invitation_id" is not null;--> statement-breakpoint
CREATE INDEX "access_review_sign_offs_workspace_id" ON "access_review_sign_offs" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "access_review_sign_offs_by_user_id" ON "access_review_sign_offs" USING btree ("by_user_id");