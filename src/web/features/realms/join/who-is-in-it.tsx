import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { Picture } from '../../../ui/picture/picture.tsx'
import * as realmTexts from '../texts.ts'
import * as texts from './texts.ts'

/** The others are counted. */
const MOST_NAMED = 12

export function WhoIsInIt({ realm }: { realm: RealmDetail }) {
  const { agents, participants } = realm
  const more = participants.length - MOST_NAMED
  return (
    <div className="mt-8 grid gap-8 border-t border-line pt-7 md:grid-cols-2">
      <div className="min-w-0">
        <h3 className="label mb-4">{realmTexts.agents}</h3>
        {agents.length === 0 && <p className="text-sm text-muted">{texts.noAgents}</p>}
        <ul className="grid gap-3.5">
          {agents.map((agent) => (
            <li key={agent.id} className={`flex items-center gap-3.5 hue-${agent.category}`}>
              <Picture
                src={agent.imageUrl}
                alt=""
                width={44}
                height={44}
                className="hexagon size-11 flex-none object-cover"
              />
              <span className="grid min-w-0 gap-0.5">
                <span className="display truncate text-15 leading-snug font-semibold">{agent.name}</span>
                <span className="flex items-center gap-2 text-13 text-muted">
                  <span aria-hidden="true" className="dot" />
                  {categoryNames[agent.category]}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className="min-w-0">
        <h3 className="label mb-4">{texts.people}</h3>
        {participants.length === 0 && <p className="text-sm text-muted">{texts.noPeople}</p>}
        <ul className="flex flex-wrap gap-x-5 gap-y-2.5">
          {participants.slice(0, MOST_NAMED).map((wallet) => (
            <li
              key={wallet}
              title={wallet}
              className="display text-14 font-medium tracking-[0.04em] text-violet"
            >
              {realm.names[wallet] ?? shortAddress(wallet)}
            </li>
          ))}
          {more > 0 && (
            <li className="text-sm text-muted tabular-nums">
              {realmTexts.andMore(more.toLocaleString('en-US'))}
            </li>
          )}
        </ul>
      </div>
    </div>
  )
}
