"""A battle of Warmaster, from deployment to withdrawal: values in, a record out, no world."""
