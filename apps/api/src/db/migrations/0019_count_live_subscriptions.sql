-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "billing_accounts" ADD COLUMN "live_subscription_count" integer DEFAULT 0 NOT NULL;