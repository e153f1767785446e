-- At 2 million people: 0.20 s in a transaction, then 7.53 s concurrently.
CREATE TABLE "service_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text,
	"created_by_user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"disabled_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "auth_token_refusals" (
	"id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text,
	"call" text NOT NULL
);--> statement-breakpoint
CREATE TABLE "auth_token_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"retires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_ip" text
);--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD COLUMN "actor_service_account_id" text;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "service_account_id" text;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "is_rotated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "paused_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_accounts" ADD CONSTRAINT "service_accounts_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_token_refusals" ADD CONSTRAINT "auth_token_refusals_token_id_auth_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."auth_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_token_secrets" ADD CONSTRAINT "auth_token_secrets_token_id_auth_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."auth_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "service_accounts_name_key" ON "service_accounts" USING btree ("workspace_id","name_key") WHERE "service_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "service_accounts_workspace_id" ON "service_accounts" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "auth_token_refusals_token_id" ON "auth_token_refusals" USING btree ("token_id","at","id");--> statement-breakpoint
CREATE INDEX "auth_token_secrets_token_id" ON "auth_token_secrets" USING btree ("token_id","created_at");--> statement-breakpoint
ALTER TABLE "workspace_activity" ADD CONSTRAINT "workspace_activity_actor_service_account_id_service_accounts_id_fk" FOREIGN KEY ("actor_service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD CONSTRAINT "auth_tokens_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "workspace_activity" VALIDATE CONSTRAINT "workspace_activity_actor_service_account_id_service_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "auth_tokens" VALIDATE CONSTRAINT "auth_tokens_service_account_id_service_accounts_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_service_account_id" ON "auth_tokens" USING btree ("service_account_id","last_used_at") WHERE "auth_tokens"."service_account_id" is not null;