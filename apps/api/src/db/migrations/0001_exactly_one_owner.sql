-- A workspace that is not deleted has exactly one OWNER. The unique index workspace_members_one_owner sees to at most
-- one at any moment; this sees to at least one whenever a transaction is kept.
CREATE FUNCTION "public"."require_owner"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	checked_id text;
BEGIN
	IF TG_TABLE_NAME = 'workspaces' THEN
		checked_id := NEW."id";
	ELSE
		checked_id := OLD."workspace_id";
	END IF;
	IF EXISTS (SELECT 1 FROM "public"."workspaces" WHERE "id" = checked_id AND "deleted_at" IS NULL)
		AND NOT EXISTS (SELECT 1 FROM "public"."workspace_members" WHERE "workspace_id" = checked_id AND "role" = 'OWNER')
	THEN
		RAISE EXCEPTION 'workspace % would be left without an owner', checked_id
			USING ERRCODE = 'check_violation', CONSTRAINT = 'workspaces_exactly_one_owner', TABLE = 'workspaces';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "workspaces_exactly_one_owner"
	AFTER INSERT OR UPDATE OF "deleted_at" ON "workspaces"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (NEW."deleted_at" IS NULL) EXECUTE FUNCTION "public"."require_owner"();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "workspace_members_exactly_one_owner"
	AFTER DELETE OR UPDATE OF "role", "workspace_id" ON "workspace_members"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (OLD."role" = 'OWNER') EXECUTE FUNCTION "public"."require_owner"();
