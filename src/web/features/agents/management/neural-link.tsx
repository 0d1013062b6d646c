import * as texts from '../texts.tsx'

/** Section 4: whether an agent is visible to others and answers them. */
export function NeuralLink(props: { active: boolean; className?: string }) {
  const { active } = props
  return (
    <p className={`flex items-center gap-2.5 text-[13px] ${props.className ?? ''}`}>
      <span className="label">{texts.neuralLink}</span>
      <span
        aria-hidden="true"
        className={`dot ml-auto ${active ? 'dot-live [--hue:var(--color-good)]' : '[--hue:var(--color-muted)]'}`}
      />
      <span className={active ? 'text-good' : 'text-muted'}>{active ? texts.active : texts.dormant}</span>
    </p>
  )
}
