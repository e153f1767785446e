-- At 2 million people: 0.03 s in a transaction.
ALTER TABLE "workspaces" ADD COLUMN "address_set_by_user_id" text;