-- At 2 million people: 0.01 s in a transaction.
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "renews_session_id" text;