import { type CapabilityGroup, capabilityCatalogue } from '../../../../shared/agents/agent-catalogue.ts'
import { DEFAULT_ENTITY } from '../../../../shared/agents/agent-defaults.ts'
import { splitList } from '../../../../shared/agents/agent-fields.ts'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { ListField } from '../form/agent-fields.tsx'
import { listHolds, toggleInList } from './capability-list.ts'
import * as texts from './texts.ts'

/** A comma-separated list with a catalogue below it, whose items can be added to the list and removed. */
export function CapabilitiesField(field: FieldProps<string>) {
  const items = splitList(field.value)
  const toggle = (capability: string) => field.onChange(toggleInList(field.value, capability))
  return (
    <div className="grid gap-3">
      <ListField {...field} fallback={DEFAULT_ENTITY.capabilities} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends; these change the list above */}
      <div role="group" aria-label={texts.capabilityCatalogue} className="border border-line">
        {capabilityCatalogue.map((group) => (
          <Group key={group.name} group={group} items={items} onToggle={toggle} />
        ))}
      </div>
    </div>
  )
}

function Group(props: {
  group: CapabilityGroup
  items: readonly string[]
  onToggle: (capability: string) => void
}) {
  const { name, capabilities } = props.group
  const picked = capabilities.filter((capability) => listHolds(props.items, capability)).length
  return (
    <details name="capability-catalogue" className="group border-line not-first:border-t">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 px-4 text-sm text-soft transition-colors hover:text-text focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <ArrowDownIcon
          width={15}
          height={15}
          className="flex-none text-muted transition-transform duration-200 group-open:rotate-180"
        />
        {name}
        {picked > 0 && (
          <span className="ml-auto flex-none text-13 text-cyan tabular-nums">
            <span aria-hidden="true">{texts.picked(picked)}</span>
            <span className="sr-only">{texts.pickedAloud(picked, capabilities.length)}</span>
          </span>
        )}
      </summary>
      <div className="flex flex-wrap gap-2 px-4 pt-1 pb-4">
        {capabilities.map((capability) => (
          <button
            key={capability}
            type="button"
            aria-pressed={listHolds(props.items, capability)}
            onClick={() => props.onToggle(capability)}
            className="min-h-11 rounded-[3px] bg-cyan/7 px-3 text-13 text-[#bfe9f7] transition-colors hover:bg-cyan/15 aria-pressed:bg-cyan aria-pressed:font-medium aria-pressed:text-ink md:min-h-8"
          >
            {capability}
          </button>
        ))}
      </div>
    </details>
  )
}
