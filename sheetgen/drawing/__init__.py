"""The drawing: a layout becomes a scene, a list of resolved shapes in millimetres."""
