import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Chunk {
  name: string
  /** Packages that go into it, whole. */
  packages?: string[]
  /** Modules of the product, by their path. */
  files: string[]
  /** A module that two chunks could have goes to the one with more. */
  priority: number
}

/**
 * What the browser loads in one file each. What every screen needs is the first, what those with data need is another, what
 * lists and forms need a third, and so on: each small file of its own would cost half a kilobyte of headers, and compress
 * worse. What a chunk needs itself goes along where no chunk before it has it, so nothing of the second may be missing from
 * the first that the home screen has.
 */
const chunks: Chunk[] = [
  {
    name: 'core',
    packages: ['react', 'react-dom', 'scheduler', 'hono', '@tanstack'],
    files: [
      'src/shared/agents/agent-defaults.ts',
      'src/shared/agents/agent-troubles.ts',
      'src/shared/common/limits.ts',
      'src/shared/text/plain-text.ts',
      'src/shared/text/short-address.ts',
      'src/web/blocks/list/list-query.ts',
      'src/web/lib/http/find-agent-query.ts',
      'src/web/lib/http/api.ts',
      'src/web/lib/clock.ts',
      'src/web/lib/copy-text.ts',
      'src/web/lib/http/explain-error.ts',
      'src/web/lib/http/identity.ts',
      'src/web/lib/new-id.ts',
      'src/web/blocks/saved-draft/persisted.ts',
      'src/web/lib/http/reconnecting.ts',
      'src/web/lib/router/router.tsx',
      'src/web/lib/session/session-channel.ts',
      'src/web/lib/router/title.ts',
      'src/web/lib/hooks/use-is-wide.ts',
      'src/web/lib/hooks/use-delayed-flag.ts',
      'src/web/lib/hooks/use-countdown.ts',
      'src/web/lib/hooks/use-online.ts',
      'src/web/lib/session/viewer.ts',
      'src/web/ui/button.tsx',
      'src/web/ui/column.ts',
      'src/web/ui/copy-button.tsx',
      'src/web/ui/icons.tsx',
      'src/web/ui/markdown/markdown.tsx',
      'src/web/ui/picture/picture.tsx',
      'src/web/ui/toast.ts',
    ],
    priority: 4,
  },
  {
    // For screens that parse what they are told or asked; a chat that is only looked at loads none of it.
    name: 'schemas',
    packages: ['zod'],
    files: [
      'src/shared/chat/message-schemas.ts',
      'src/shared/common/page-query.ts',
      'src/shared/people/maker.ts',
      'src/shared/agents/picture-url.ts',
    ],
    priority: 3,
  },
  {
    // What asks for a reply and shows that it comes, wherever that is.
    name: 'replies',
    files: [
      'src/shared/chat/messages.ts',
      'src/web/blocks/follow-stream/listen-to-reply.ts',
      'src/web/blocks/follow-stream/reply-events.ts',
      'src/web/features/chat/api/engine-query.ts',
      'src/web/features/chat/engine-note.tsx',
      'src/web/lib/next-frame.ts',
    ],
    priority: 3,
  },
  {
    name: 'reading',
    files: ['src/shared/chat/chat.ts'],
    priority: 3,
  },
  {
    // What reads a stream: where a reply is only looked at, it comes when somebody begins to write.
    name: 'streams',
    files: [
      'src/web/blocks/follow-stream/follow-stream.ts',
      'src/web/blocks/follow-stream/read-reply.ts',
      'src/web/blocks/follow-stream/watch-connection.ts',
      'src/web/lib/http/stream.ts',
    ],
    priority: 3,
  },
  {
    name: 'lists',
    files: [
      'src/web/blocks/list/instead.tsx',
      'src/web/blocks/list/list-state.ts',
      'src/web/blocks/list/list-view.tsx',
      'src/web/lib/hooks/use-minute.ts',
      'src/web/lib/hooks/use-typed-search.ts',
      'src/web/ui/load-more.tsx',
      'src/web/ui/form/notice.tsx',
      'src/web/ui/form/search-box.tsx',
      'src/web/ui/state-panel.tsx',
    ],
    priority: 3,
  },
  {
    // What a wallet keeps and deletes.
    name: 'kept',
    files: [
      'src/web/blocks/list/kept-list.tsx',
      'src/web/blocks/list/list-data.ts',
      'src/web/blocks/list/row.tsx',
      'src/web/blocks/undoable-delete/offer-undo.ts',
      'src/web/blocks/undoable-delete/use-undoable-delete.ts',
      'src/web/lib/last-used.ts',
    ],
    priority: 3,
  },
  {
    name: 'forms',
    files: [
      'src/web/blocks/form/form-notice.tsx',
      'src/web/blocks/form/use-form.ts',
      'src/web/ui/form/field.tsx',
      'src/web/ui/form/text-field.tsx',
    ],
    priority: 3,
  },
  {
    // The surface on which messages are read and written, in a conversation as in a realm.
    name: 'messages',
    files: [
      'src/web/blocks/follow-stream/with-retry.ts',
      'src/web/blocks/messages/field-count.tsx',
      'src/web/blocks/messages/floating.tsx',
      'src/web/blocks/messages/icon-button.tsx',
      'src/web/blocks/messages/message-composer.tsx',
      'src/web/blocks/messages/message-time.tsx',
      'src/web/blocks/messages/reading-place.ts',
      'src/web/blocks/messages/use-follow-newest.ts',
      'src/web/blocks/messages/use-message-field.ts',
    ],
    priority: 3,
  },
  {
    name: 'channel',
    files: [
      'src/web/features/chat/api/conversation-query.ts',
      'src/web/features/chat/conversation/conversation-channel.ts',
      'src/web/features/chat/conversation/kept-conversations.ts',
    ],
    priority: 3,
  },
  {
    name: 'agents',
    files: [
      'src/web/features/agents/api/agent-list.ts',
      'src/web/features/agents/api/agent.ts',
      'src/web/features/agents/api/favourites.ts',
      'src/web/features/agents/api/my-agents.ts',
      'src/web/features/agents/api/use-favourite.ts',
      'src/web/features/agents/favourite/favourite-star.tsx',
      'src/web/features/agents/favourite/use-favourite-toggle.ts',
    ],
    priority: 2,
  },
  {
    name: 'talk',
    files: [
      'src/web/features/chat/chat-screen.tsx',
      'src/web/features/chat/composer/composer.tsx',
      'src/web/features/chat/conversation/use-conversation.ts',
      'src/web/features/chat/entity.ts',
      'src/web/features/chat/messages/message-list.tsx',
      'src/web/lib/hooks/use-latest.ts',
    ],
    priority: 1,
  },
  {
    name: 'cards',
    files: [
      'src/web/features/agents/api/use-publish-agent.ts',
      'src/web/features/agents/card-picture.tsx',
      'src/web/features/agents/draft-mark.tsx',
      'src/web/features/agents/token-link.tsx',
    ],
    priority: 1,
  },
  {
    name: 'own-agents',
    files: [
      'src/web/app/try-out.tsx',
      'src/web/features/agents/api/change-agent.ts',
      'src/web/features/agents/management/agent-dialogs.tsx',
      'src/web/features/agents/management/neural-link.tsx',
      'src/web/features/agents/management/reach-buttons.tsx',
      'src/web/features/agents/management/use-duplicate-agent.ts',
    ],
    priority: 1,
  },
  {
    name: 'history',
    files: [
      'src/web/features/chat/history/api/change-conversation.ts',
      'src/web/features/chat/history/api/conversation-list.ts',
      'src/web/features/chat/history/list/conversation-item.tsx',
      'src/web/features/chat/history/list/conversation-list.tsx',
      'src/web/features/chat/history/delete/delete-all.tsx',
      'src/web/features/chat/history/list/history-search.ts',
      'src/web/features/chat/history/kept-for-wallets.tsx',
      'src/web/features/chat/history/list/new-replies.ts',
      'src/web/features/chat/history/api/use-conversation-cache.ts',
      'src/web/features/chat/history/list/use-conversation-list.ts',
      'src/web/features/chat/history/list/use-new-replies.ts',
      'src/web/lib/mark-hits.ts',
      'src/web/lib/hooks/use-arrow-links.ts',
      'src/web/ui/marked-text.tsx',
    ],
    priority: 2,
  },
  {
    name: 'realms',
    files: [
      'src/shared/realms/realm-messages.ts',
      'src/shared/realms/realms.ts',
      'src/shared/realms/realtime.ts',
      'src/web/features/realms/api/realm.ts',
      'src/web/features/realms/live/page-line.ts',
      'src/web/features/realms/live/read-marks.ts',
      'src/web/features/realms/live/realm-line.ts',
      'src/web/blocks/people/made-by.tsx',
      'src/web/features/realms/participant-count.ts',
      'src/web/features/realms/realm-sigil.tsx',
      'src/web/features/realms/actions/use-session-action.ts',
      'src/web/lib/http/socket.ts',
    ],
    priority: 2,
  },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
const literally = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The chunks as the bundler takes them. @throws {Error} for a path that leads to no file */
export function chunkGroups(): { name: string; test: RegExp; priority: number }[] {
  return chunks.map(({ name, packages = [], files, priority }) => {
    const missing = files.find((path) => !existsSync(join(root, path)))
    if (missing) throw new Error(`The chunk ${name} names ${missing}, which is not there.`)
    const patterns = [
      ...packages.map((one) => `/node_modules/${literally(one)}/`),
      ...files.map((path) => `/${literally(path)}$`),
    ]
    return { name, test: new RegExp(patterns.join('|')), priority }
  })
}
