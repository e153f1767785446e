-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "sign_in_attempts" ADD COLUMN "is_repeated" boolean DEFAULT false NOT NULL;