import { type ReactNode, useId } from 'react'
import type { AgentTools } from '../../../../shared/tools/agent-tools.ts'
import { ownToolWords } from '../../../../shared/tools/own-tool-words.ts'
import { ownTools } from '../../../../shared/tools/tool-states.ts'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { ServerChoices } from './server-choices.tsx'
import * as texts from './texts.ts'
import { noTools, toolsOf, typedTools } from './tool-values.ts'

/** The tools of this place, each with what it sees and does, and below them those of servers. */
export default function ToolChoices(props: { value: string; onChange: (typed: string) => void }) {
  const tools = toolsOf(props.value) ?? noTools
  const change = (changed: Partial<AgentTools>) => props.onChange(typedTools({ ...tools, ...changed }))
  const choose = (name: (typeof ownTools)[number], isOn: boolean) =>
    change({ own: ownTools.filter((one) => (one === name ? isOn : tools.own.includes(one))) })
  return (
    <>
      <p className="max-w-[64ch] text-pretty text-sm leading-relaxed text-soft">{texts.about}</p>
      <Group title={texts.ofThisPlace}>
        <ul className="grid divide-y divide-line border-y border-line">
          {ownTools.map((name) => (
            <li key={name} className="py-4">
              <SwitchField
                name={`tool-${name}`}
                label={ownToolWords[name].name}
                hint={ownToolWords[name].does}
                value={tools.own.includes(name)}
                onChange={(isOn) => choose(name, isOn)}
              />
            </li>
          ))}
        </ul>
      </Group>
      <Group title={texts.ofServers}>
        <ServerChoices chosen={tools.servers} onChange={(servers) => change({ servers })} />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="display text-15 font-semibold tracking-[0.02em]">
        {title}
      </h3>
      {children}
    </section>
  )
}
