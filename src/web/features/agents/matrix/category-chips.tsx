import { type Category, categories, categoryNames } from '../../../../shared/agent-basics.ts'

/** Section 2: the categories as toggles. */
export function CategoryChips(props: {
  chosen: Category | undefined
  onToggle: (category: Category) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends; these are toggles
    <div role="group" aria-label="Category" className="flex flex-wrap gap-2 md:gap-3 md:py-1.25">
      {categories.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={props.chosen === category}
          onClick={() => props.onToggle(category)}
          className={`display hue-${category} inline-flex min-h-11 items-center gap-2.25 rounded-full border border-line-strong bg-[rgb(127_214_255/0.03)] px-4 text-[13px] font-medium tracking-[0.04em] text-soft transition-colors hover:text-text aria-pressed:border-(--hue) aria-pressed:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] aria-pressed:text-text md:min-h-9.5`}
        >
          <span aria-hidden="true" className="dot" />
          {categoryNames[category]}
        </button>
      ))}
    </div>
  )
}
