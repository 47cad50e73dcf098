/** How a member is read: from which variable, and by which conversion of its text. */
export interface VariableBinding {
  readonly variable: string;
  readonly convert: (text: string) => unknown;
}

const bindings = new Map<string, VariableBinding>();

/** Binds a member of `Settings` to one environment variable; `convert` turns its text into the member's type. */
export function Variable(
  variable: string,
  convert: (text: string) => unknown = text => text,
): PropertyDecorator {
  return (_target, member) => {
    bindings.set(String(member), { variable, convert });
  };
}

/** Every bound member by its name. */
export function variableBindings(): ReadonlyMap<string, VariableBinding> {
  return bindings;
}
