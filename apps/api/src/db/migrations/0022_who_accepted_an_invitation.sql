-- At 2 million people: 0.00 s in a transaction.
ALTER TABLE "workspace_invitations" ADD COLUMN "accepted_by_user_id" text;