/** Why a move was refused or failed; its message is a sentence that says what to do. */
export class MoveError extends Error {}
