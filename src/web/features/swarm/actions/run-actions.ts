/**
 * What the person at the page may do with a run, wherever it is kept: on the server, or in the page alone. Each rejects
 * with what the server said where it did not work.
 */
export interface RunActions {
  stop(): Promise<void>
  /** @param turn its id */
  stopTurn(turn: string): Promise<void>
  /** Takes an agent out. @param seat its place in the run, from 0 on */
  drop(seat: number): Promise<void>
}
