import { shortAddress } from '../../../shared/text/short-address.ts'
import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import { Link } from '../../lib/router/router.tsx'
import * as texts from '../texts.ts'

/**
 * Whom a name is taken for, for its maker and for everybody else. Loaded on demand, since few names are.
 * @param mine what the reader can change: the name of an agent, or their own
 */
export default function LooksLikeNote(props: { like: LooksLike; mine?: 'agent' | 'person' | undefined }) {
  const { like, mine } = props
  return (
    <p
      role="note"
      className="border-l-2 border-violet py-0.5 pl-3 text-sm text-pretty wrap-anywhere text-soft"
    >
      {mine ? texts.looksLike[mine] : texts.notTheSameAs} <span className="text-text">{like.name}</span>
      {like.id !== like.owner && (
        <>
          {' '}
          {texts.madeBy}{' '}
          <Link
            to={`/by/${like.owner}`}
            title={like.owner}
            className="inline-flex min-h-6 items-center font-mono text-violet underline-offset-4 hover:underline"
          >
            {shortAddress(like.owner)}
          </Link>
        </>
      )}
      {like.id === like.owner && ` (${shortAddress(like.owner)})`}. {mine && texts.addressIsShown}
    </p>
  )
}
