import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { UnfurlSubject } from '../../../../shared/common/unfurl.ts'
import { DEFAULT_UNFURL, type Unfurls } from '../../../domain/unfurl/unfurls.ts'
import type { AppContext, AppEnv } from '../../context.ts'
import { addressKey } from '../../edge/rate-limit.ts'
import { done, file, operation } from '../../operation.ts'
import { keepForEver, pathId } from '../../request.ts'

const kinds = z.enum(['agent', 'realm', 'run', 'copy'])

/** What an address shows never changes, but it may be taken down (record 0110): clients ask again after this time. */
const KEPT_SECONDS = 60 * 60

const answers = {
  200: file('The picture, 1200 by 630 pixels.', 'image/png'),
  302: done(
    'Where it is now: what it shows has changed, or is not to be shown, which has the default picture.',
  ),
  304: done('It is the one that `If-None-Match` names.'),
}

/** `/unfurl`: link preview pictures, at addresses whose content never changes. No session is read. */
export function unfurlRoutes(unfurls: Unfurls) {
  return new Hono<AppEnv>()
    .get(
      '/unfurl/matrix/:file{[0-9a-f]{32}\\.png}',
      operation({ tag: 'unfurls', summary: 'The picture of the list of agents', answers }),
      (c) => answerPicture(c, unfurls, { kind: 'matrix' }),
    )
    .get(
      '/unfurl/maker/:address{[1-9A-HJ-NP-Za-km-z]{32,44}}/:file{[0-9a-f]{32}\\.png}',
      operation({ tag: 'unfurls', summary: 'The picture of somebody who makes agents', answers }),
      (c) => answerPicture(c, unfurls, { kind: 'maker', id: c.req.param('address') }),
    )
    .get(
      '/unfurl/:kind{agent|realm|run|copy}/:id/:file{[0-9a-f]{32}\\.png}',
      operation({
        tag: 'unfurls',
        summary: 'The picture of an agent, a realm, a run or a shared copy, by what it shows',
        answers,
        errors: ['not_found'],
      }),
      (c) => {
        const kind = kinds.parse(c.req.param('kind'))
        return answerPicture(c, unfurls, { kind, id: pathId(c) })
      },
    )
}

async function answerPicture(c: AppContext, unfurls: Unfurls, subject: UnfurlSubject) {
  const version = (c.req.param('file') ?? '').slice(0, 32)
  const etag = `"${version}"`
  const has = c.req.header('if-none-match')?.includes(etag)
  if (has && (await unfurls.isCurrent(subject, version))) {
    keepWithTag(c, etag)
    return c.body(null, 304)
  }
  const unfurled = await unfurls.open(subject, version, addressKey(c.var.clientAddress))
  switch (unfurled.is) {
    case 'default':
    case 'moved':
      // The picture may exist at the next request.
      c.header('cache-control', 'no-store')
      return c.redirect(unfurled.is === 'moved' ? unfurled.to : DEFAULT_UNFURL, 302)
    case 'picture': {
      keepWithTag(c, etag)
      c.header('content-type', 'image/png')
      c.header('content-length', String(unfurled.bytes.length))
      return c.body(Uint8Array.from(unfurled.bytes))
    }
  }
}

function keepWithTag(c: AppContext, etag: string): void {
  keepForEver(c)
  c.header('etag', etag)
  c.header('cache-control', `public, max-age=${KEPT_SECONDS}`)
}
