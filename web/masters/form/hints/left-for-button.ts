/**
 * Whether a field is left because a button is pressed. What appears then would move the button away from the pointer,
 * and the click would be lost.
 */
export const isLeftForButton = ({ relatedTarget }: { relatedTarget: EventTarget | null }): boolean =>
  relatedTarget instanceof HTMLButtonElement
