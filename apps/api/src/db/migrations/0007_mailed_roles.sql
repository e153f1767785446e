-- At 2 million people: 0.01 s in a transaction, then 1.66 s concurrently.
ALTER TABLE "workspace_members" ADD COLUMN "mailed_role" "workspace_role";--> statement-breakpoint
ALTER TABLE "workspace_members" ADD COLUMN "role_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "workspace_members_role_mailed_at" ON "workspace_members" USING btree ("role_mailed_at") WHERE "workspace_members"."mailed_role" <> "workspace_members"."role";