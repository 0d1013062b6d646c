/** The viewer's actions in the lanes of a run. Each rejects with the server's error. */
export interface RunActions {
  stop(): Promise<void>
  stopTurn(turn: string): Promise<void>
  /** @param seat its index in the run, from 0 */
  drop(seat: number): Promise<void>
}
