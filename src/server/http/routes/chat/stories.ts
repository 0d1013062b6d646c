import { Hono } from 'hono'
import { storyChangesSchema, storySchema } from '../../../../shared/chat/stories.ts'
import type { Stories } from '../../../domain/conversations/stories.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { done, json, operation } from '../../operation.ts'
import { pathConversation, pathId } from '../../request.ts'

/** The routes of the stories of long conversations (record 0087), which come with their conversation. */
export function storiesRoutes(stories: Stories) {
  return new Hono<AppEnv>()
    .patch(
      '/conversations/:id/stories/:story',
      operation({
        act: 'making',
        tag: 'conversations',
        signedIn: true,
        summary: 'Write the story of a long conversation oneself: it is told as it is from then on',
        body: storyChangesSchema,
        answers: { 200: json('The changed story.', storySchema) },
        errors: ['not_found', 'quota_reached'],
      }),
      async (c) => {
        const of = { id: pathConversation(c), owner: c.var.wallet }
        return c.json(await stories.change(of, storyId(c), c.req.valid('json').text), 200)
      },
    )
    .delete(
      '/conversations/:id/stories/:story',
      operation({
        tag: 'conversations',
        signedIn: true,
        summary: 'Delete the story of a long conversation, with the earlier and later ones of its path',
        answers: { 204: done('They are deleted.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await stories.remove({ id: pathConversation(c), owner: c.var.wallet }, storyId(c))
        return c.body(null, 204)
      },
    )
}

const storyId = (c: AppContext) => pathId(c, 'There is no such story.', 'story')
