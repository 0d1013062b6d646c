CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"agent_name" text NOT NULL,
	"title" text NOT NULL,
	"active_leaf" uuid NOT NULL,
	"last_message" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"parent_id" uuid,
	"number" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"state" text,
	"cut_short" boolean DEFAULT false NOT NULL,
	"forgotten" integer DEFAULT 0 NOT NULL,
	"request_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"replied_at" timestamp (3) with time zone,
	CONSTRAINT "messages_conversation_id_id_pk" PRIMARY KEY("conversation_id","id"),
	CONSTRAINT "messages_role" CHECK (("messages"."role" = 'user') = ("messages"."state" is null))
);
--> statement-breakpoint
CREATE TABLE "running_replies" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"reply_id" uuid NOT NULL,
	"server" uuid NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"replied_at" timestamp (3) with time zone,
	"stop_wanted" boolean DEFAULT false NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_replies" ADD CONSTRAINT "running_replies_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_owner_used" ON "conversations" USING btree ("owner","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "conversations_deleted" ON "conversations" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_number" ON "messages" USING btree ("conversation_id","number");