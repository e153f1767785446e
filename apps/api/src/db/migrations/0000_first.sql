CREATE TYPE "public"."auth_token_kind" AS ENUM('instance', 'api');--> statement-breakpoint
CREATE TYPE "public"."instance_env_type" AS ENUM('SI', 'PRIVATE', 'LOCAL');--> statement-breakpoint
CREATE TYPE "public"."workspace_role" AS ENUM('OWNER', 'APPROVER', 'EDITOR');--> statement-breakpoint
CREATE TABLE "billing_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"first_name" text,
	"last_name" text,
	"legal_name" text,
	"legal_number" text,
	"tax_identification_number" text,
	"phone_number" text,
	"address_line_1" text,
	"address_line_2" text,
	"zip_code" text,
	"city" text,
	"state" text,
	"country" text,
	"customer_id" text,
	"has_payment_details" boolean DEFAULT false NOT NULL,
	"subscription_id" text,
	"subscription_status" text,
	"plan_code" text,
	"is_trial" boolean DEFAULT false NOT NULL,
	"ending_at" timestamp (3) with time zone,
	"is_free_tier_exceeded" boolean DEFAULT false NOT NULL,
	"state_at" timestamp (3) with time zone,
	"details_saved_at" timestamp (3) with time zone,
	CONSTRAINT "billing_accounts_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitation_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"invitation_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ownership_offers" (
	"workspace_id" text PRIMARY KEY NOT NULL,
	"from_user_id" text NOT NULL,
	"to_user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" "workspace_role" NOT NULL,
	"invited_by_user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tos_agreements" (
	"user_id" text NOT NULL,
	"tos_version_id" text NOT NULL,
	"agreed_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	CONSTRAINT "tos_agreements_user_id_tos_version_id_pk" PRIMARY KEY("user_id","tos_version_id")
);
--> statement-breakpoint
CREATE TABLE "staff_records" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_user_id" text NOT NULL,
	"act" text NOT NULL,
	"about_user_id" text,
	"about_workspace_id" text,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"ip_address" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_activity" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"actor_user_id" text,
	"act" text NOT NULL,
	"subject" text,
	"ip_address" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" text NOT NULL,
	"subject" text NOT NULL,
	"provider_token" "bytea",
	"user_agent" text,
	"ip_address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" "auth_token_kind" NOT NULL,
	"user_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"session_id" text,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by_user_id" text,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text,
	"noticed_days" integer
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"subject" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"is_email_verified" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"auth0_id" text,
	"first_name" text,
	"last_name" text,
	"nickname" text,
	"picture_url" text,
	"is_picture_cleared" boolean DEFAULT false NOT NULL,
	"discord_username" text,
	"github_username" text,
	"agreed_tos_version_id" text,
	"reviewed_profile_at" timestamp (3) with time zone,
	"default_workspace_id" text,
	"quarantined_at" timestamp (3) with time zone,
	"suspended_at" timestamp (3) with time zone,
	"signup_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "handoff_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"session_id" text NOT NULL,
	"instance_url" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_members" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" "workspace_role" NOT NULL,
	"is_favourite" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"confirmed_instance_url" text,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"last_opened_at" timestamp (3) with time zone,
	CONSTRAINT "workspace_members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"display_name" text NOT NULL,
	"description" text,
	"instance_url" text NOT NULL,
	"instance_env_type" "instance_env_type" NOT NULL,
	"is_approvals_enabled" boolean DEFAULT false NOT NULL,
	"creator_user_id" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"quarantined_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_user_id" text
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD CONSTRAINT "billing_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_invitation_id_workspace_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."workspace_invitations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_from_user_id_users_id_fk" FOREIGN KEY ("from_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ownership_offers" ADD CONSTRAINT "ownership_offers_to_user_id_users_id_fk" FOREIGN KEY ("to_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_invitations" ADD CONSTRAINT "workspace_invitations_invited_by_user_id_users_id_fk" FOREIGN KEY ("invited_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tos_agreements" ADD CONSTRAINT "tos_agreements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD CONSTRAINT "workspace_activity_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handoff_codes" ADD CONSTRAINT "handoff_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handoff_codes" ADD CONSTRAINT "handoff_codes_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handoff_codes" ADD CONSTRAINT "handoff_codes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD CONSTRAINT "workspace_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workspaces" ADD CONSTRAINT "workspaces_creator_user_id_users_id_fk" FOREIGN KEY ("creator_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitation_codes_invitation_id" ON "invitation_codes" USING btree ("invitation_id");--> statement-breakpoint
CREATE INDEX "ownership_offers_to_user_id" ON "ownership_offers" USING btree ("to_user_id");--> statement-breakpoint
CREATE INDEX "ownership_offers_from_user_id" ON "ownership_offers" USING btree ("from_user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_invitations_one_open" ON "workspace_invitations" USING btree ("workspace_id","email_key") WHERE "workspace_invitations"."accepted_at" is null and "workspace_invitations"."declined_at" is null and "workspace_invitations"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "workspace_invitations_email_key" ON "workspace_invitations" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "workspace_invitations_invited_by_user_id" ON "workspace_invitations" USING btree ("invited_by_user_id");--> statement-breakpoint
CREATE INDEX "staff_records_about_user_id" ON "staff_records" USING btree ("about_user_id","id");--> statement-breakpoint
CREATE INDEX "staff_records_about_workspace_id" ON "staff_records" USING btree ("about_workspace_id","id");--> statement-breakpoint
CREATE INDEX "workspace_activity_workspace_id" ON "workspace_activity" USING btree ("workspace_id","id");--> statement-breakpoint
CREATE INDEX "workspace_activity_actor_user_id" ON "workspace_activity" USING btree ("actor_user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expires_at" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_tokens_workspace_id" ON "auth_tokens" USING btree ("workspace_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "auth_tokens_user_id" ON "auth_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_tokens_session_id" ON "auth_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "auth_tokens_expires_at" ON "auth_tokens" USING btree ("expires_at") WHERE "auth_tokens"."kind" = 'api' and "auth_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "identities_user_id" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_verified_email_key" ON "users" USING btree ("email_key") WHERE "users"."email_verified" and "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "users_signup_at" ON "users" USING btree ("signup_at","id");--> statement-breakpoint
CREATE INDEX "users_quarantined_at" ON "users" USING btree ("quarantined_at") WHERE "users"."quarantined_at" is not null;--> statement-breakpoint
CREATE INDEX "users_suspended_at" ON "users" USING btree ("suspended_at") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "handoff_codes_expires_at" ON "handoff_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "workspace_members_user_id" ON "workspace_members" USING btree ("user_id","workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "workspace_members_one_owner" ON "workspace_members" USING btree ("workspace_id") WHERE "workspace_members"."role" = 'OWNER';--> statement-breakpoint
CREATE INDEX "workspaces_creator_user_id" ON "workspaces" USING btree ("creator_user_id");--> statement-breakpoint
CREATE INDEX "workspaces_quarantined_at" ON "workspaces" USING btree ("quarantined_at") WHERE "workspaces"."quarantined_at" is not null;