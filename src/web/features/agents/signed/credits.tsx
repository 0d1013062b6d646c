import type { AgentManifestView, Credit } from '../../../../shared/agents/signed-version.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { Link } from '../../../lib/router/router.tsx'
import * as texts from './texts.ts'

/** What an agent is a copy of, up the line; of what is not there any more the name alone. */
export function Credits({ view: { credits, elsewhere } }: { view: AgentManifestView }) {
  const said = elsewhere?.copyOf
  return (
    <>
      {credits.length > 0 && (
        <ol className="grid gap-1">
          {credits.map((credit) => (
            <li key={credit.id} className="wrap-anywhere">
              {texts.copyOf}{' '}
              {credit.isThere ? (
                <Link
                  to={`/chat/${credit.id}`}
                  className="display inline-flex min-h-6 items-center font-medium text-violet underline-offset-4 hover:underline"
                >
                  {credit.name}
                </Link>
              ) : (
                credit.name
              )}
              <Maker {...credit} />
              {texts.withPermission}
            </li>
          ))}
        </ol>
      )}
      {said && (
        <p className="wrap-anywhere">
          {texts.cardSaysCopyOf} {said.name}
          <Maker {...said} />.
        </p>
      )}
    </>
  )
}

function Maker({ owner }: Pick<Credit, 'owner'>) {
  if (owner === '') return null
  return (
    <span title={owner}>
      {' '}
      {texts.by} {shortAddress(owner)}
    </span>
  )
}
