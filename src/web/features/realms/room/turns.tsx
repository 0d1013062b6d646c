import type { RealmDetail } from '../../../../shared/realms.ts'
import { PanelSection } from './panel-section.tsx'
import { capLines, policyLine } from './turn-words.ts'

/** When agents speak, and how much of what they may say is used: for everybody to see. */
export function Turns({ realm }: { realm: RealmDetail }) {
  return (
    <PanelSection title="Turns">
      <p className="text-sm text-soft">{policyLine[realm.policy]}</p>
      <ul className="mt-2.5 grid gap-2.5">
        {capLines(realm).map(({ used, max, line }) => (
          <li key={line.slice(-8)} className="text-[13px] text-muted tabular-nums">
            {line}
            <span aria-hidden="true" className="mt-1.5 block h-0.5 bg-line">
              <span
                className={`block h-full origin-left transition-transform duration-200 ${used >= max ? 'bg-warning' : 'bg-magenta'}`}
                style={{ transform: `scaleX(${Math.min(1, used / max)})` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
