-- At 2 million people: 0.09 s in a transaction, then 1.31 s concurrently.
CREATE TABLE "exchange_counts" (
	"service_account_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"reason" text NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"detail" text,
	CONSTRAINT "exchange_counts_service_account_id_reason_pk" PRIMARY KEY("service_account_id","reason")
);--> statement-breakpoint
CREATE TABLE "token_exchanges" (
	"id" text PRIMARY KEY NOT NULL,
	"service_account_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"issuer" text NOT NULL,
	"outcome" text NOT NULL,
	"trust_rule_id" text,
	"trust_rule_name" text,
	"problems" jsonb NOT NULL,
	"claims" jsonb NOT NULL
);--> statement-breakpoint
CREATE TABLE "trust_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"service_account_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"audience" text NOT NULL,
	"claims" jsonb NOT NULL,
	"lifetime_minutes" integer NOT NULL,
	"learning_until" timestamp (3) with time zone,
	"created_by_user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "used_identity_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "trust_rule_id" text;--> statement-breakpoint
ALTER TABLE "exchange_counts" ADD CONSTRAINT "exchange_counts_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_counts" ADD CONSTRAINT "exchange_counts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_exchanges" ADD CONSTRAINT "token_exchanges_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "token_exchanges" ADD CONSTRAINT "token_exchanges_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_rules" ADD CONSTRAINT "trust_rules_service_account_id_service_accounts_id_fk" FOREIGN KEY ("service_account_id") REFERENCES "public"."service_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_rules" ADD CONSTRAINT "trust_rules_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trust_rules" ADD CONSTRAINT "trust_rules_created_by_user_id_users_id_fk" FOREIGN KEY ("created_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "exchange_counts_workspace_id" ON "exchange_counts" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "token_exchanges_service_account_id" ON "token_exchanges" USING btree ("service_account_id","id");--> statement-breakpoint
CREATE INDEX "token_exchanges_workspace_id" ON "token_exchanges" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "trust_rules_service_account_id" ON "trust_rules" USING btree ("service_account_id","id");--> statement-breakpoint
CREATE INDEX "trust_rules_workspace_id" ON "trust_rules" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "used_identity_tokens_expires_at" ON "used_identity_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_trust_rule_id" ON "auth_tokens" USING btree ("trust_rule_id") WHERE "auth_tokens"."trust_rule_id" is not null;