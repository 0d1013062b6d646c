import { type ComponentType, lazy } from 'react'

const Nothing: ComponentType<object> = () => null

/** If its code fails to load, the screen works without it. */
export function optionalPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: Nothing as ComponentType<Props> })))
}
