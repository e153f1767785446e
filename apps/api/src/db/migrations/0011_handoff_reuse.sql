-- At 2 million people: 0.01 s in a transaction.
ALTER TABLE "handoff_codes" ADD COLUMN "token_id" text;--> statement-breakpoint
ALTER TABLE "handoff_codes" ADD COLUMN "reused_at" timestamp (3) with time zone;