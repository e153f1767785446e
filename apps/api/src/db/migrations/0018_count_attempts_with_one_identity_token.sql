-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "token_exchanges" ADD COLUMN "count" integer DEFAULT 1 NOT NULL;