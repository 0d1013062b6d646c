import { type Category, categoryNames } from '../../../shared/agents/agent-defaults.ts'

export function CategoryLabel({ category, className }: { category: Category; className?: string }) {
  return (
    <span className={`label hue-${category} flex items-center gap-2 text-text ${className ?? ''}`}>
      <span aria-hidden="true" className="dot dot-live" />
      {categoryNames[category]}
    </span>
  )
}
