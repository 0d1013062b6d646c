import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Realm } from '../../../../shared/realms/realms.ts'
import { StaticRouter } from '../../../lib/router/router.tsx'
import { RealmHeader } from './realm-header.tsx'

const realm: Realm = {
  id: 'a0000000-0000-4000-8000-000000000000',
  name: 'The Lobby',
  description: '',
  createdBy: 'cyd',
  participants: ['cyd'],
  createdAt: '2026-11-21T08:00:00.000Z',
  unlisted: false,
}

const stateOf = (room: { gone: boolean; goneWhy?: string }) =>
  /<p role="status".*?<\/span>(.*?)<\/p>/.exec(
    renderToStaticMarkup(
      <StaticRouter location="/">
        <RealmHeader
          realm={realm}
          link={{ state: 'connected' }}
          goneWhy={undefined}
          {...room}
          engine={null}
          here={undefined}
        >
          {null}
        </RealmHeader>
      </StaticRouter>,
    ),
  )?.[1]

test('a realm that was taken down is not called deleted', () => {
  expect(stateOf({ gone: false })).toBe('CONNECTED')
  expect(stateOf({ gone: true })).toBe('DELETED')
  expect(stateOf({ gone: true, goneWhy: 'This realm was taken down.' })).toBe('TAKEN DOWN')
})
