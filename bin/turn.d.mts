export function inTurn(file: string, onWait: (holder: number) => void, work: () => void): void;
export function isTaken(file: string): boolean;
