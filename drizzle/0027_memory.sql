CREATE TABLE "recall_blocks" (
	"conversation_id" uuid NOT NULL,
	"block" integer NOT NULL,
	"lengths" "bytea" NOT NULL,
	CONSTRAINT "recall_blocks_conversation_id_block_pk" PRIMARY KEY("conversation_id","block")
);
--> statement-breakpoint
CREATE TABLE "recall_words" (
	"conversation_id" uuid NOT NULL,
	"word" text NOT NULL,
	"block" integer NOT NULL,
	"postings" "bytea" NOT NULL,
	CONSTRAINT "recall_words_conversation_id_word_block_pk" PRIMARY KEY("conversation_id","word","block")
);
--> statement-breakpoint
CREATE TABLE "stories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"through" uuid NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"wallet" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"text" text NOT NULL,
	"by" text NOT NULL,
	"conversation_id" uuid,
	"message_id" uuid,
	"is_off" boolean DEFAULT false NOT NULL,
	"history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "memory_choices" (
	"wallet" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"is_on" boolean NOT NULL,
	"also" text[] DEFAULT '{}' NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memory_choices_wallet_agent_id_pk" PRIMARY KEY("wallet","agent_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "erasures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "depth" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "branch" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recall_blocks" ADD CONSTRAINT "recall_blocks_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_words" ADD CONSTRAINT "recall_words_of_block" FOREIGN KEY ("conversation_id","block") REFERENCES "public"."recall_blocks"("conversation_id","block") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stories" ADD CONSTRAINT "stories_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_words_block" ON "recall_words" USING btree ("conversation_id","block");--> statement-breakpoint
CREATE UNIQUE INDEX "stories_through" ON "stories" USING btree ("conversation_id","through");--> statement-breakpoint
CREATE UNIQUE INDEX "facts_number" ON "facts" USING btree ("wallet","agent_id","number");--> statement-breakpoint
CREATE INDEX "facts_message" ON "facts" USING btree ("conversation_id","message_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "facts_deleted" ON "facts" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "messages_parent" ON "messages" USING btree ("conversation_id","parent_id");--> statement-breakpoint
-- The first message that follows another goes on with its branch; any other begins one.
WITH RECURSIVE placed AS (
	SELECT conversation_id, id, 0 AS depth, id AS branch FROM messages root
	WHERE parent_id IS NULL OR NOT EXISTS (
		SELECT FROM messages parent WHERE parent.conversation_id = root.conversation_id AND parent.id = root.parent_id)
	UNION ALL
	SELECT child.conversation_id, child.id, placed.depth + 1,
		CASE WHEN child.number = (
			SELECT min(sibling.number) FROM messages sibling
			WHERE sibling.conversation_id = child.conversation_id AND sibling.parent_id = child.parent_id)
		THEN placed.branch ELSE child.id END
	FROM placed JOIN messages child ON child.conversation_id = placed.conversation_id AND child.parent_id = placed.id
)
UPDATE messages SET depth = placed.depth, branch = placed.branch FROM placed
WHERE messages.conversation_id = placed.conversation_id AND messages.id = placed.id;--> statement-breakpoint
-- Every statement that stores messages would have to do this; one that stores several sees the rows before it. Each row is
-- found as the first of an order that one index alone has: for a table that was small when this was planned, any index that
-- begins with the conversation seems as good as the right one, and all of a long conversation would be read for each message.
CREATE FUNCTION place_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	parent record;
	following record;
BEGIN
	SELECT conversation_id, id, depth, branch INTO parent FROM messages
	WHERE (conversation_id, id) >= (new.conversation_id, new.parent_id) ORDER BY conversation_id, id LIMIT 1;
	IF parent.id = new.parent_id AND parent.conversation_id = new.conversation_id THEN
		SELECT conversation_id, branch, depth INTO following FROM messages
		WHERE (conversation_id, branch, depth) >= (new.conversation_id, parent.branch, parent.depth + 1)
		ORDER BY conversation_id, branch, depth LIMIT 1;
		new.depth := parent.depth + 1;
		-- What follows the parent on its branch was the first to follow it.
		new.branch := CASE WHEN following.branch = parent.branch AND following.conversation_id = new.conversation_id
			THEN new.id ELSE parent.branch END;
	ELSE
		new.depth := 0;
		new.branch := new.id;
	END IF;
	RETURN new;
END
$$;--> statement-breakpoint
-- A statement that stores a whole path knows where each stands.
CREATE TRIGGER messages_place BEFORE INSERT ON messages FOR EACH ROW WHEN (new.depth = 0) EXECUTE FUNCTION place_message();--> statement-breakpoint
CREATE UNIQUE INDEX "messages_branch" ON "messages" USING btree ("conversation_id","branch","depth");
