import { type ComponentType, lazy } from 'react'

const Nothing: ComponentType<object> = () => null

/** A part of a screen that loads when it is first shown, and without which the screen goes on where it can't come. */
export function optionalPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => load().catch(() => ({ default: Nothing as ComponentType<Props> })))
}
