-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "auth_token_secrets" ADD COLUMN "noticed_at" timestamp (3) with time zone;