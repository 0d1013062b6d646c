import * as texts from './texts.ts'

/** Section 4: whether an agent is visible to others and answers them; with `stacked` in two lines, for a narrow card. */
export function NeuralLink({ active, stacked = false }: { active: boolean; stacked?: boolean }) {
  return (
    <p className={`flex text-13 ${stacked ? 'flex-col gap-1' : 'items-center gap-2.5'}`}>
      <span className="label">{texts.neuralLink}</span>
      <span className={`flex items-center gap-2.5 ${active ? 'text-good' : 'text-muted'}`}>
        <span
          aria-hidden="true"
          className={`dot ${active ? 'dot-live [--hue:var(--color-good)]' : '[--hue:var(--color-muted)]'}`}
        />
        <span>{active ? texts.active : texts.dormant}</span>
      </span>
    </p>
  )
}
