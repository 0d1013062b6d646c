/** Intervals and timeouts in milliseconds. */
export interface HubTimes {
  tick: number
  /** The interval of updates to watched realms and of checks for silent clients. */
  watch: number
  silence: number
  /** How long a socket may take to close after the server closed it; `goingSlowly` is for slow readers. */
  going: number
  goingSlowly: number
  /** The interval after which the wallet of a session is read again, and the maximum random addition to it. */
  viewer: number
  viewerSpread: number
  /** The interval of database queries for missed changes, while the bus is healthy and while it is not. */
  look: number
  reconcileWithoutBus: number
}

export const usualTimes: HubTimes = {
  tick: 250,
  watch: 1_000,
  silence: 75_000,
  going: 5_000,
  goingSlowly: 20_000,
  viewer: 180_000,
  viewerSpread: 120_000,
  look: 10_000,
  reconcileWithoutBus: 2_000,
}
