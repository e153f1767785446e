-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "workspace_activity" ADD COLUMN "actor_token_name" text;--> statement-breakpoint
ALTER TABLE "auth_tokens" ADD COLUMN "permission" text DEFAULT 'read' NOT NULL;