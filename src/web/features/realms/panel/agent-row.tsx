import type { ReactNode } from 'react'
import { NOBODY, type RealmAgent, type TurnPolicy } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { problemLine, wakingLine } from '../actions/turn-words.ts'
import * as realmTexts from '../texts.ts'
import { iconButton } from './icon-button.ts'
import * as texts from './texts.ts'

export function AgentRow(props: {
  agent: RealmAgent
  policy: TurnPolicy
  self: string | undefined
  speaking: boolean
  /** Undefined if the viewer can't write. */
  onMention: (() => void) | undefined
  /** The button that removes it; nothing if the viewer may not. */
  dismiss: ReactNode
}) {
  const { agent, speaking } = props
  const waking = agent.trouble && agent.trouble !== 'limited' ? wakingLine(agent, props.policy) : ''
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)_auto] gap-x-3 py-1.5">
      <Picture
        src={agent.imageUrl}
        alt=""
        width={40}
        height={40}
        className="hexagon row-span-2 mt-0.5 size-10 object-cover"
      />
      <Link
        to={`/chat/${agent.id}`}
        title={texts.talkAlone(agent.name)}
        className="display -my-1.5 flex min-h-9 items-center text-15 font-semibold transition-colors hover:text-cyan max-md:-my-2.5 max-md:min-h-11"
      >
        <span className="truncate" title={agent.name}>
          {agent.name}
        </span>
      </Link>
      <div className="-my-1.5 -mr-2 flex max-md:-my-2.5">
        {props.onMention && (
          <button
            type="button"
            aria-label={realmTexts.mention(agent.name)}
            title={realmTexts.mentionList}
            className={iconButton}
            onClick={props.onMention}
          >
            @
          </button>
        )}
        {props.dismiss}
      </div>
      <div className="col-span-2 text-13 leading-snug">
        {speaking ? (
          <p className="animate-pulse-soft text-magenta">{texts.speaking}</p>
        ) : agent.invitedBy === props.self ? (
          <p className="text-muted">{texts.invitedByYou}</p>
        ) : (
          <p className="text-muted">
            {texts.invitedBy}
            {agent.invitedBy === NOBODY ? (
              realmTexts.somebodyWhoLeft
            ) : (
              <span title={agent.invitedBy}>{shortAddress(agent.invitedBy)}</span>
            )}
          </p>
        )}
        {agent.trouble && !speaking && (
          <p className="mt-0.5 wrap-anywhere text-warning">
            {problemLine[agent.trouble]}
            {waking && <span className="block text-muted">{waking}</span>}
          </p>
        )}
      </div>
    </li>
  )
}
