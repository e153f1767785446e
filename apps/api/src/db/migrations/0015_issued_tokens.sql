-- At 2 million people: 7.28 s concurrently.
DROP INDEX CONCURRENTLY IF EXISTS "auth_tokens_trust_rule_id";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_managed" ON "auth_tokens" USING btree ("workspace_id","created_at","id") WHERE "auth_tokens"."kind" = 'api' and "auth_tokens"."trust_rule_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_active" ON "auth_tokens" USING btree ("workspace_id","expires_at") WHERE "auth_tokens"."kind" = 'api' and "auth_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_active_of_service_account" ON "auth_tokens" USING btree ("service_account_id","expires_at") WHERE "auth_tokens"."service_account_id" is not null and "auth_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auth_tokens_trust_rule_id" ON "auth_tokens" USING btree ("trust_rule_id","expires_at") WHERE "auth_tokens"."trust_rule_id" is not null;
